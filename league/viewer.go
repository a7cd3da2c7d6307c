package league

import "errors"

// Viewer is for whom something is read: what they may not know of (see Tournament.Knows) is not
// there for them. Every read that can come upon a private tournament, its matches or what belongs
// to those takes one. The zero value is nobody's: who forgets to say for whom they read gets an
// error and no data.
type Viewer struct {
	sight  sight
	player string
}

// sight is how a Viewer sees.
type sight int

const (
	unsaid    sight = iota // the zero value sees nothing at all
	ofPlayer               // what a player may know of; what everybody may, if it is nobody known
	unlimited              // everything
)

// Public returns the viewer that nobody knows: they see what everybody may know of.
func Public() Viewer { return Viewer{sight: ofPlayer} }

// Of returns a player as a viewer. Whoever has no id is nobody known.
func Of(player Player) Viewer { return Viewer{sight: ofPlayer, player: player.ID} }

// Site returns the site itself as a viewer, which sees everything: for what follows from an act,
// for jobs and for its operator, and never for what somebody is shown.
func Site() Viewer { return Viewer{sight: unlimited} }

// errNoViewer is of kind Internal: it is a mistake of the program.
var errNoViewer = errors.New("it is not said for whom this is read")

// Sees returns what a viewer may read: everything, or what a player may know of; "" is nobody
// known. It fails for the zero value.
func (v Viewer) Sees() (everything bool, player string, err error) {
	if v.sight == unsaid {
		return false, "", errNoViewer
	}
	return v.sight == unlimited, v.player, nil
}

// Player returns the id of the player who reads; "" if it is nobody known or the site.
func (v Viewer) Player() string { return v.player }

// IsSite says whether the site itself reads.
func (v Viewer) IsSite() bool { return v.sight == unlimited }

// Knows says whether a viewer may know of a tournament at all.
func (v Viewer) Knows(t Tournament) bool {
	return v.sight == unlimited || v.sight == ofPlayer && t.Knows(v.player)
}
