// Package disk says how much room is left for a site, and when it is too little.
package disk

import "golang.org/x/sys/unix"

// Room is what a disk holds, in bytes.
type Room struct{ Free, Total int64 }

// Of returns the room where a folder is, as far as whoever is not root may use it.
func Of(folder string) (Room, error) {
	var at unix.Statfs_t
	if err := unix.Statfs(folder, &at); err != nil {
		return Room{}, err
	}
	block := int64(at.Bsize)
	return Room{Free: int64(at.Bavail) * block, Total: int64(at.Blocks) * block}, nil
}

// Below the first of these somebody should make room; below the second what is left is kept for moves.
const (
	shortShare, shortBytes   = 10, 1 << 30
	scarceShare, scarceBytes = 50, 200 << 20
)

// Short says that somebody should make room: less than a tenth or 1 GB is free.
func (r Room) Short() bool { return r.Free < max(r.Total/shortShare, shortBytes) }

// Scarce says that what is left should be kept for moves: less than 2 % or 200 MB is free.
func (r Room) Scarce() bool { return r.Free < max(r.Total/scarceShare, scarceBytes) }
