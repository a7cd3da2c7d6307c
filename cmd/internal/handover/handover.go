// Package handover gives what root has written into a folder to the account that the folder belongs to: commands are run
// by root beside a server that is not, and what it cannot read it cannot use.
package handover

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"github.com/alecthomas/kong"
)

// Give gives what a command has written into the folders that its flags name, and returns what could not be given.
func Give(flags []*kong.Flag) (err error) {
	for _, f := range flags {
		if folder, ok := f.Target.Interface().(string); ok && f.Tag.Type == "path" {
			err = errors.Join(err, give(folder))
		}
	}
	return err
}

// give gives all in a folder that is root's to whom the folder belongs. It does nothing for whoever is not root, for a
// folder of root's own, and for what is no folder. Nothing outside of it is touched, whatever lies there: no link is
// followed, and a file that has another name is left alone, since that may be anywhere.
func give(folder string) error {
	if folder == "" || os.Geteuid() != 0 {
		return nil
	}
	if is, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) || err == nil && !is.IsDir() {
		return nil
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return fmt.Errorf("handing over %s: %w", folder, err)
	}
	defer root.Close()
	info, err := root.Stat(".")
	if err != nil {
		return fmt.Errorf("handing over %s: %w", folder, err)
	}
	owner, known := info.Sys().(*syscall.Stat_t)
	if !known || owner.Uid == 0 {
		return nil
	}
	err = fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil {
			err = giveOne(root, name, entry, owner)
		}
		if errors.Is(err, fs.ErrNotExist) { // a server beside takes away what it needs no more
			return nil
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("handing over what is in %s: %w", folder, err)
	}
	return nil
}

// giveOne gives one thing in a folder to the owner of the folder.
func giveOne(root *os.Root, name string, entry fs.DirEntry, owner *syscall.Stat_t) error {
	info, err := entry.Info()
	if err != nil {
		return err
	}
	is, known := info.Sys().(*syscall.Stat_t)
	if !known || is.Uid != 0 || !info.IsDir() && is.Nlink > 1 {
		return nil
	}
	return root.Lchown(name, int(owner.Uid), int(owner.Gid))
}
