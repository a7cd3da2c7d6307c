package league

import "time"

// Drill is what came of restoring the newest backup of a site to see whether it can be done.
type Drill struct {
	At      time.Time     // when it was done
	Backup  string        // name of the backup's file; "" if there was none
	Taken   time.Time     // of the backup
	Lost    time.Duration // between the backup and the newest event of the site: what would have been lost
	Took    time.Duration // until the restored site took a move
	Bytes   int64         // of the restored database
	Matches int64         // in it
	Events  int64         // in it, up to the backup's mark
	Problem string        // why it failed; "" if it did not
}
