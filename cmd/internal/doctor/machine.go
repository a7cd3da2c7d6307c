package doctor

import (
	"context"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"kickabout/league/operatortext"
)

// modes looks who may read what is secret: the keys, the data and its copies.
func (x *examination) modes(context.Context) {
	var wide, problems []string
	fixed := 0
	for _, folder := range []string{x.Data, x.Backups} {
		names, _ := filepath.Glob(filepath.Join(folder, "*"))
		for _, name := range names {
			info, err := os.Lstat(name)
			if err != nil || !info.Mode().IsRegular() || info.Mode().Perm()&0o077 == 0 {
				continue
			}
			if x.Fix {
				if err := os.Chmod(name, info.Mode().Perm()&0o700); err != nil {
					problems = append(problems, fmt.Sprint(err))
					continue
				}
				fixed++
				continue
			}
			wide = append(wide, fmt.Sprintf("%s (%04o)", name, info.Mode().Perm()))
		}
	}
	switch {
	case len(problems) > 0:
		x.is("modes", Fail, "Run kickabout doctor --fix as the owner of the files.", "Others may read files of the site, and that could not be changed: %s", strings.Join(problems, "; "))
	case len(wide) > 0:
		x.is("modes", Warn, "Run kickabout doctor --fix, and think about who may have read them.", "Others may read %s", strings.Join(wide, ", "))
	case fixed > 0:
		x.is("modes", OK, "", "Others could read %d files; now they cannot. Think about who may have read them.", fixed)
	default:
		x.is("modes", OK, "", "Nobody else may read the keys, the data and the backups.")
	}
}

// room looks how much the disks can still take.
func (x *examination) room(context.Context) {
	const remedy = "Make room, or move the folder to a larger disk."
	r, err := x.Room(x.Data)
	if err != nil {
		x.unknown("disk", err)
		return
	}
	text := "%s of %s are free where the data is."
	switch {
	case r.Scarce():
		x.is("disk", Fail, remedy, text+" Pictures, analyses, exports and backups wait, so that games go on.", operatortext.Size(r.Free), operatortext.Size(r.Total))
	case r.Short():
		x.is("disk", Warn, remedy, text, operatortext.Size(r.Free), operatortext.Size(r.Total))
	default:
		x.is("disk", OK, "", text, operatortext.Size(r.Free), operatortext.Size(r.Total))
	}
}

// The descriptors below which the server is tight, and below which it does not start.
const (
	FilesTight = 1024
	FilesLeast = 256
)

// openFiles returns how many files this process may have open.
func openFiles() (uint64, error) {
	var files unix.Rlimit
	err := unix.Getrlimit(unix.RLIMIT_NOFILE, &files)
	return files.Cur, err
}

// files looks how many connections and files a server that is started from here may have open.
func (x *examination) files(context.Context) {
	n, err := x.Files()
	const remedy = "Raise it for the account of the site: LimitNOFILE= in the unit of systemd, ulimits in a compose file, ulimit -n in a shell."
	switch {
	case err != nil:
		x.unknown("open files", err)
	case n < FilesLeast:
		x.is("open files", Fail, remedy, "A server started from here may have %d files open, and does not start below %d.", n, FilesLeast)
	case n < FilesTight:
		x.is("open files", Warn, remedy, "A server started from here may have %d files open: with %d it could hold as many connections as it is made for.", n, FilesTight)
	default:
		x.is("open files", OK, "", "A server started from here may have %d files open.", n)
	}
}

// Before its end a certificate is renewed; one that is not by then needs somebody.
const (
	certificateLate = 14 * 24 * time.Hour
	certificateLast = 3 * 24 * time.Hour
)

// certificate looks when the certificate of the site ends.
func (x *examination) certificate(context.Context) {
	const check = "certificate"
	path, issued := "", x.TLS == "auto"
	switch {
	case x.TLS == "":
		x.is(check, OK, "", "This site serves no https itself (--tls is empty): its proxy looks after that.")
		return
	case issued && x.onServer():
		x.is(check, OK, "", "It is kept in the database, sealed: the metric kickabout_tls_expiry_seconds says when it ends.")
		return
	case issued && x.Host == "":
		x.is(check, Warn, "Say --url as the server has it.", "Nobody can say which certificate is the site’s without its address.")
		return
	case issued:
		path = filepath.Join(x.Data, "certificates", x.Host)
	default:
		path, _, _ = strings.Cut(x.TLS, ",")
	}
	remedy := "Look at the log of the server for why no new one was issued: the site must be reached by its name on port 443."
	if !issued {
		remedy = "Put a new certificate into the files of --tls; the server reads them again by itself."
	}
	ends, err := endOf(path)
	if err != nil {
		x.is(check, Fail, remedy, "There is no certificate to be read: %v", err)
		return
	}
	left := ends.Sub(x.Now())
	state := OK
	switch {
	case left < certificateLast:
		state = Fail
	case left < certificateLate:
		state = Warn
	}
	x.is(check, state, remedy, "The certificate ends on %s.", operatortext.Moment(ends))
}

// endOf returns when the first certificate in a file ends.
func endOf(path string) (time.Time, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return time.Time{}, err
	}
	for {
		block, rest := pem.Decode(text)
		if block == nil {
			return time.Time{}, fmt.Errorf("%s holds no certificate in PEM", path)
		}
		if block.Type == "CERTIFICATE" {
			c, err := x509.ParseCertificate(block.Bytes)
			if err != nil {
				return time.Time{}, fmt.Errorf("%s: %w", path, err)
			}
			return c.NotAfter, nil
		}
		text = rest
	}
}
