package tournament

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/correction"
	"kickabout/league/tiebreak"
	"kickabout/views/ui"
)

// DeskTyped is what was typed into one of the forms of a desk.
type DeskTyped struct {
	Act, Player, Other, Text, Round string
	Seeds                           map[string]string // by the ids of entrants
	Event                           int
	Terms                           league.TermsForm
}

// DeskInput is what the desk of a tournament is built from.
type DeskInput struct {
	ui.Frame
	Games      []engine.Game
	Tournament league.Tournament // with its log
	Format     league.FormatInfo
	Requests   []league.RulingRequest // for rulings, that are open
	Gifts      []league.Gift          // games in which somebody gave up much
	Values     bool                   // the viewer may enter the public value that its draw awaits
	Seen       int                    // up to where the viewer had seen the log; 0: this is their first look
	Typed      DeskTyped              // what was refused
	Errors     map[string]string      // of that form; "": of the whole of it
}

// DeskPage is the desk of a tournament (R-UT-7).
type DeskPage struct {
	ui.Frame
	URL, Name string
	State     string
	Error     string // why something was not done
	Seen      int
	Requests  []DeskRequest
	Gifts     []DeskRequest
	Happened  []LogLine
	Players   []DeskPlayer
	CheckIn   bool // a column says who is there
	Seeding   bool // a column takes seeds
	SeedError string
	Roles     []string // who directs, is invited, is banned
	Parts     []DeskPart
}

// DeskRequest is something about a game that those who direct its tournament may look at: a request for a ruling, or a gift.
type DeskRequest struct {
	At   time.Time
	Text string // who, against whom, and what they say or did
	URL  string // where one rules in that game, or its analysis

	Report string // where the viewer reports what they say; "" if they cannot
}

// giftText says what somebody gave up: "Ann resigned against Bob and gave up 2.4 points."
func giftText(g league.Gift) string {
	did := map[engine.Ending]string{engine.Resignation: "resigned", engine.Timeout: "ran out of time", engine.Forfeit: "did not play on"}[g.Ending]
	return fmt.Sprintf("%s %s against %s and gave up %s points.", g.By.Name, did, g.To.Name, ui.FixedText(float64(g.Given)/1000, 1))
}

// DeskPlayer is an entrant at the desk.
type DeskPlayer struct {
	ID, Name, URL string
	Stands        string // "has a place", "2nd on the waiting list"
	There         string // when the check-in matters: "is there", "not so far"
	Seed          string // as typed
	Waits         bool   // for a place, and with it for a seed
}

// DeskPart is a part of the desk: forms that belong together.
type DeskPart struct {
	ID, Title string
	Forms     []DeskForm
	Links     []DeskLink
}

// DeskLink leads to what has a page of its own.
type DeskLink struct{ URL, Text string }

// DeskForm is one thing that can be done.
type DeskForm struct {
	Act, Title, Hint string
	Fields           []DeskField
	Button           string
	Danger, Open     bool
	Error            string
}

// DeskField is one field of a form.
type DeskField struct {
	Kind        string // "text", "area", "select", "number", "check" or "time"
	ID, Name    string
	Label, Hint string
	Value       string
	Checked     bool
	Options     []ui.Option
	Error       string
}

// described are the attributes by which a field refers to its hint and to what is wrong.
func described(o DeskField) templ.Attributes {
	a := templ.Attributes{}
	var by []string
	if o.Hint != "" {
		by = append(by, o.ID+"-hint")
	}
	if o.Error != "" {
		by = append(by, o.ID+"-error")
		a["aria-invalid"] = "true"
	}
	if len(by) > 0 {
		a["aria-describedby"] = strings.Join(by, " ")
	}
	return a
}

// deskBuilder makes the forms of a desk.
type deskBuilder struct {
	DeskInput
	t league.Tournament
}

// happenedShown is how many lines of the log stand at a desk.
const happenedShown = 5

// NewDeskPage builds the desk of a tournament.
func NewDeskPage(in DeskInput) DeskPage {
	t := in.Tournament
	in.Title = "Organiser page of " + t.Name
	b := deskBuilder{in, t}
	p := DeskPage{
		Frame: in.Frame, URL: ui.TournamentURL(t.ID), Name: t.Name, State: b.state(), Error: in.Errors[""], Seen: t.Last,
		CheckIn: t.CheckIn > 0 && t.State == league.Registration, Seeding: t.Seeding == league.SeedHand && t.State == league.Registration,
		SeedError: in.Errors["seeds"], Roles: b.roles(),
	}
	p.Happened = logLines(in.Games, in.Viewer, t)
	shown := happenedShown
	for i, l := range p.Happened {
		if in.Seen > 0 && l.Seq > in.Seen {
			p.Happened[i].New = true
			shown = max(shown, i+1)
		}
	}
	p.Happened = p.Happened[:min(len(p.Happened), shown)]
	for i, e := range t.Entries {
		p.Players = append(p.Players, b.player(i, e))
	}
	for _, r := range in.Requests {
		asked := DeskRequest{At: r.At, Text: r.By.Name + " in the game against " + r.Against.Name + ": “" + r.Text + "”", URL: ui.MatchURL(r.Match) + "/ruling"}
		if r.Seq > 0 && r.Text != league.RemovedText && mayReport(in.Viewer, r.By) {
			asked.Report = ui.RequestURL(t.ID, r.Seq)
		}
		p.Requests = append(p.Requests, asked)
	}
	for _, g := range in.Gifts {
		p.Gifts = append(p.Gifts, DeskRequest{At: g.Ended, Text: giftText(g), URL: ui.MatchURL(g.Match) + "/analysis"})
	}
	p.Parts = b.parts()
	return p
}

func (b deskBuilder) state() string {
	t := b.t
	switch {
	case !t.Paused.IsZero():
		return "Paused since " + ui.Moment(t.Paused)
	case t.State == league.Registration && !t.Starts.IsZero():
		return "Open for entry, starts on " + ui.Moment(t.Starts)
	}
	state, _, _ := nowText(t, false, false, 0)
	return state
}

func (b deskBuilder) roles() []string {
	names := map[league.Role][]league.Player{}
	for _, a := range b.t.Roles {
		names[a.Role] = append(names[a.Role], a.Player)
	}
	lines := []string{"Organised by " + b.t.Organiser.Name}
	for _, r := range []struct {
		role league.Role
		text string
	}{{league.Director, "Directed too by "}, {league.Invited, "Invited: "}, {league.Banned, "Banned: "}} {
		if len(names[r.role]) > 0 {
			lines = append(lines, r.text+NameList(names[r.role]))
		}
	}
	for _, c := range b.t.Calls() {
		lines = append(lines, fmt.Sprintf("%s is asked to play for %s, until %s", c.Player.Name, nameIn(b.t, c.For), ui.Moment(c.Until)))
	}
	for _, rule := range b.t.Pairs {
		lines = append(lines, ui.Upper(pairText(b.t, rule.String())))
	}
	return lines
}

func (b deskBuilder) player(i int, e league.Entrant) DeskPlayer {
	t := b.t
	p := DeskPlayer{ID: e.Player.ID, Name: e.Player.Name, URL: ui.PlayerURL(e.Player), There: "not so far", Seed: numberText(e.Seed)}
	switch {
	case t.State == league.Registration && i < t.Places:
		p.Stands = "has a place"
	case t.State == league.Registration:
		p.Stands, p.Waits = ui.Ordinal(i-t.Places+1)+" on the waiting list", true
	case t.Waits(e):
		p.Stands = "waits for a seat"
	case e.Out != league.Stays:
		p.Stands = "is out"
	default:
		p.Stands = fmt.Sprintf("seed %d", e.Seed)
	}
	if !e.Present.IsZero() || e.Player.Machine() {
		p.There = "is there"
	}
	if b.Typed.Act == "seed" {
		p.Seed = b.Typed.Seeds[e.Player.ID]
	}
	return p
}

func numberText(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// form completes a form: what was typed into it is still there, beside what is wrong with it.
func (b deskBuilder) form(f DeskForm) DeskForm {
	if f.Act == b.Typed.Act && len(b.Errors) > 0 {
		f.Open, f.Error = true, b.Errors[""]
	}
	typed := map[string]string{"player": b.Typed.Player, "other": b.Typed.Other, "text": b.Typed.Text, "round": b.Typed.Round, "event": strconv.Itoa(b.Typed.Event)}
	for i := range f.Fields {
		o := &f.Fields[i]
		o.ID = ui.Slug(f.Act) + "-" + o.Name
		if !f.Open {
			continue
		}
		o.Error = b.Errors[o.Name]
		if value, ok := typed[o.Name]; ok {
			o.Value = value
			ui.ChooseOption(o.Options, value)
		}
	}
	return f
}

// part is a part of those forms that make sense now.
func (b deskBuilder) part(id, title string, forms ...DeskForm) DeskPart {
	p := DeskPart{ID: id, Title: title}
	for _, f := range forms {
		if f.Act != "" {
			p.Forms = append(p.Forms, b.form(f))
		}
	}
	return p
}

// parts lists what can be done now.
func (b deskBuilder) parts() []DeskPart {
	t := b.t
	if t.State != league.Registration && t.State != league.Running {
		return nil
	}
	people := b.part("people", "Who plays", b.invite(), b.checkIn(), b.remove(), b.takeBack(), b.seat(), b.ban(), b.appoint(), b.dismiss())
	if t.Enterable(b.Now) || t.Private {
		people.Links = append(people.Links, DeskLink{ui.TournamentURL(t.ID) + "/roster", "Invite a list of players"})
	}
	if t.State == league.Running && !t.Rolling && t.Boards == 0 { // in teams reserves take over (R-TE-3)
		people.Links = append(people.Links, DeskLink{ui.TournamentURL(t.ID) + "/substitute", "Put in a substitute"})
	}
	play := b.part("play", "How it goes", b.answer(), b.announce(), b.pause(), b.resume(), b.pair(), b.undo())
	if t.State == league.Running && !t.Rolling {
		play.Links = append(play.Links, DeskLink{ui.TournamentURL(t.ID) + "/strike", "Strike a player"}, DeskLink{ui.TournamentURL(t.ID) + "/time", "Give time"})
	}
	if b.Values && t.AwaitsDraw() {
		play.Links = append(play.Links, DeskLink{valueURL(t), "Enter the public value"})
	}
	terms := b.part("terms", "The tournament", b.change(), b.cancel())
	terms.Links = append(terms.Links, DeskLink{"/tournaments/new?clone=" + t.ID, "Make another one like this"})
	return []DeskPart{people, play, terms}
}

// organises says that the viewer organises it, and does not only direct it too.
func (b deskBuilder) organises() bool { return b.Viewer.ID == b.t.Organiser.ID }

// entrants lists some of the entrants to choose from.
func (b deskBuilder) entrants(which func(league.Entrant) bool) []ui.Option {
	options := []ui.Option{{ID: "", Name: "Choose a player"}}
	for _, e := range b.t.Entries {
		if which(e) {
			options = append(options, ui.Option{ID: e.Player.ID, Name: e.Player.Name})
		}
	}
	return options
}

func (b deskBuilder) plays(e league.Entrant) bool {
	return !b.t.Waits(e) && e.Out == league.Stays
}

const readByAll = "Everybody in the tournament can read it."

func playerName() DeskField {
	return DeskField{Kind: "text", Name: "player", Label: "Name of the player"}
}

func because(hint string) DeskField {
	return DeskField{Kind: "text", Name: "text", Label: "Reason", Hint: hint}
}

func (b deskBuilder) invite() DeskForm {
	if !b.t.Enterable(b.Now) && !b.t.Private {
		return DeskForm{}
	}
	return DeskForm{
		Act: "invite", Title: "Invite a player", Button: "Invite", Hint: "A notice tells the player, who then enters or does not.",
		Fields: []DeskField{playerName(), {Kind: "area", Name: "text", Label: "Message", Hint: "May be empty. " + readByAll}},
	}
}

func (b deskBuilder) checkIn() DeskForm {
	absent := b.entrants(func(e league.Entrant) bool { return e.Present.IsZero() && !e.Player.Machine() })
	if b.t.State != league.Registration || b.t.CheckIn == 0 || b.Now.Before(b.t.Starts.Add(-b.t.CheckIn)) || len(absent) == 1 {
		return DeskForm{}
	}
	return DeskForm{
		Act: "check-in", Title: "Check a player in", Button: "Check in", Hint: "For who has told you so. The others do it on the page of the tournament.",
		Fields: []DeskField{{Kind: "select", Name: "player", Label: "Player", Options: absent}},
	}
}

func (b deskBuilder) remove() DeskForm {
	options := b.entrants(func(e league.Entrant) bool { return b.t.State == league.Registration || b.t.Waits(e) })
	if len(options) == 1 {
		return DeskForm{}
	}
	return DeskForm{
		Act: "remove", Title: "Take a player out", Button: "Take out", Hint: "The first of the waiting list moves up.",
		Fields: []DeskField{{Kind: "select", Name: "player", Label: "Player", Options: options}, because(readByAll + " Bots need none.")},
	}
}

// takeBack is the form that takes back that somebody is asked to play for another one.
func (b deskBuilder) takeBack() DeskForm {
	options := []ui.Option{{ID: "", Name: "Choose a player"}}
	for _, c := range b.t.Calls() {
		options = append(options, ui.Option{ID: c.Player.ID, Name: c.Player.Name + ", for " + nameIn(b.t, c.For)})
	}
	if b.t.State != league.Running || len(options) == 1 {
		return DeskForm{}
	}
	return DeskForm{
		Act: "take back", Title: "Take an invitation back", Button: "Take back", Hint: "The player is no longer asked to play for the other one.",
		Fields: []DeskField{{Kind: "select", Name: "player", Label: "Player", Options: options}},
	}
}

func (b deskBuilder) seat() DeskForm {
	waiting := b.entrants(b.t.Waits)
	if b.t.State != league.Running || b.t.Boards > 0 || !b.Format.Uses("joining") || len(waiting) == 1 {
		return DeskForm{}
	}
	return DeskForm{
		Act: "seat", Title: "Give a seat to a waiting player", Button: "Give a seat", Hint: "The player joins in the next round, without points for the rounds before.",
		Fields: []DeskField{{Kind: "select", Name: "player", Label: "Player", Options: waiting}, because("May be empty. " + readByAll)},
	}
}

func (b deskBuilder) ban() DeskForm {
	invited := slices.ContainsFunc(b.t.Roles, func(a league.Appointment) bool { return a.Role == league.Invited })
	if !b.t.Enterable(b.Now) && !invited && len(b.entrants(b.t.Waits)) == 1 { // nobody would be kept out (R-UT-9)
		return DeskForm{}
	}
	return DeskForm{
		Act: "ban", Title: "Ban a player", Button: "Ban", Hint: "The player cannot enter any more, and is taken out before the start.",
		Fields: []DeskField{playerName(), because(readByAll)},
	}
}

func (b deskBuilder) appoint() DeskForm {
	if !b.organises() {
		return DeskForm{}
	}
	return DeskForm{
		Act: "appoint", Title: "Let somebody direct it too", Button: "Appoint",
		Hint: "Who directs it too does all that you do here, but for the terms, the start, its end, and who directs it.", Fields: []DeskField{playerName()},
	}
}

func (b deskBuilder) dismiss() DeskForm {
	options := []ui.Option{{ID: "", Name: "Choose a player"}}
	for _, a := range b.t.Roles {
		if a.Role == league.Director && (b.organises() || a.Player.ID == b.Viewer.ID) {
			options = append(options, ui.Option{ID: a.Player.ID, Name: a.Player.Name})
		}
	}
	if len(options) == 1 {
		return DeskForm{}
	}
	title := "Dismiss who directs it too"
	if !b.organises() {
		title = "No longer direct it"
	}
	return DeskForm{Act: "dismiss", Title: title, Button: "Dismiss", Fields: []DeskField{{Kind: "select", Name: "player", Label: "Director", Options: options}}}
}

func (b deskBuilder) answer() DeskForm {
	if len(b.Requests) == 0 {
		return DeskForm{}
	}
	options := []ui.Option{{ID: "", Name: "Choose a request"}}
	for _, r := range b.Requests {
		options = append(options, ui.Option{ID: r.Match, Name: r.By.Name + ", against " + r.Against.Name})
	}
	return DeskForm{
		Act: "answer", Title: "Answer a request", Button: "Answer", Hint: "Where no ruling is called for. The player is told.",
		Fields: []DeskField{{Kind: "select", Name: "other", Label: "Whom", Options: options}, {Kind: "area", Name: "text", Label: "Answer", Hint: readByAll}},
	}
}

func (b deskBuilder) announce() DeskForm {
	return DeskForm{
		Act: "announce", Title: "Announce something", Button: "Announce", Hint: "All players get a notice, and it stands on the page of the tournament.",
		Fields: []DeskField{{Kind: "area", Name: "text", Label: "Announcement"}},
	}
}

func (b deskBuilder) pause() DeskForm {
	if b.t.State != league.Running || !b.t.Paused.IsZero() || b.t.Rolling {
		return DeskForm{}
	}
	return DeskForm{
		Act: "pause", Title: "Pause", Button: "Pause", Hint: "No games begin, and all clocks stand still until it goes on. Who wants to may play on.",
		Fields: []DeskField{because(readByAll)},
	}
}

func (b deskBuilder) resume() DeskForm {
	if b.t.Paused.IsZero() {
		return DeskForm{}
	}
	return DeskForm{Act: "resume", Title: "Go on", Button: "Go on", Hint: "Clocks run on from where they stood."}
}

func (b deskBuilder) pair() DeskForm {
	if !b.Format.Paired || len(b.entrants(b.plays)) < 3 { // there are no two
		return DeskForm{}
	}
	options := func() []ui.Option { return b.entrants(b.plays) }
	return DeskForm{
		Act: "pair", Title: "Fix who meets whom", Button: "Fix it", Hint: "In a round that has not begun.",
		Fields: []DeskField{
			{Kind: "select", Name: "player", Label: "Player", Options: options()},
			{Kind: "select", Name: "other", Label: "Opponent", Options: options()},
			{Kind: "text", Name: "round", Label: "Round", Hint: "Its number, or “never”: they are not paired at all."},
		},
	}
}

// undo lists what can be taken back.
func (b deskBuilder) undo() DeskForm {
	t := b.t
	var options []ui.Option
	standing, _ := correction.Standing(t.Log) // of a log that cannot be read nothing is undone
	for _, d := range slices.Backward(t.Log) {
		e, in := t.Entrant(d.Player.ID)
		rule, err := league.ParsePairRule(d.Text)
		switch {
		case d.Act == league.ActStruck && in && e.Out != league.Stays && e.Out != league.Cheated && t.State == league.Running:
		case d.Act == league.ActBanned && t.Has(d.Player.ID, league.Banned):
		case d.Act == league.ActCorrected && t.State == league.Running && stands(standing, d):
		case d.Act == league.ActPaired && err == nil && slices.Contains(t.Pairs, rule):
		default:
			continue
		}
		text := strings.TrimSuffix(ui.WithoutRules(decisionText(b.Games, t, d)), ".")
		if !slices.ContainsFunc(options, func(o ui.Option) bool { return o.Name == text }) {
			options = append(options, ui.Option{ID: strconv.Itoa(d.Seq), Name: text})
		}
	}
	if len(options) == 0 {
		return DeskForm{}
	}
	return DeskForm{
		Act: "undo", Title: "Undo", Button: "Undo it", Hint: "As long as no round has begun since. Games that a strike ended begin anew.",
		Fields: []DeskField{{Kind: "select", Name: "event", Label: "What to undo", Options: append([]ui.Option{{ID: "", Name: "Choose what"}}, options...)}, because("May be empty. " + readByAll)},
	}
}

// stands says that an event is the last correction of its match that stands.
func stands(standing map[league.Key][]correction.Made, d league.Decision) bool {
	c, ok := correction.Of(d)
	made := standing[c.Fixture]
	return ok && c.Now.Ending != correction.Again && len(made) > 0 && made[len(made)-1].Seq == d.Seq
}

func (b deskBuilder) cancel() DeskForm {
	if !b.organises() || b.t.Rolling {
		return DeskForm{}
	}
	return DeskForm{
		Act: "cancel", Title: "Cancel the tournament", Button: "Cancel it for good", Danger: true,
		Hint: "Running games are void, and nobody wins. It cannot be opened again.", Fields: []DeskField{because(readByAll)},
	}
}

// termField is the field of a term.
func (b deskBuilder) termField(term league.Term, typed string) DeskField {
	f := DeskField{Kind: "text", Name: term.DeskName(), Label: term.Desk.Label, Hint: term.Desk.Hint, Value: typed}
	switch term.Kind {
	case league.Number, league.Hours:
		f.Kind = "number"
	case league.When:
		f.Kind = "time"
	case league.Flag:
		f.Kind, f.Value, f.Checked = "check", "", typed != ""
	case league.Choice:
		f.Kind, f.Value, f.Options = "select", "", termOptions(term, typed)
	}
	if term.Name == "profile" {
		f.Kind, f.Value, f.Options = "select", "", b.profiles(typed)
	}
	return f
}

// profiles are the orders of the table to choose from.
func (b deskBuilder) profiles(chosen string) (profiles []ui.Option) {
	for _, o := range tiebreak.Profiles() {
		if o.ID != "" || b.t.Profile == "" {
			profiles = append(profiles, ui.Option{ID: o.ID, Name: o.Name, Chosen: o.ID == chosen})
		}
	}
	return profiles
}

// termOptions are the values of a term to choose from.
func termOptions(term league.Term, chosen string) (options []ui.Option) {
	for _, o := range term.Options {
		options = append(options, ui.Option{ID: o.ID, Name: o.Name, Chosen: o.ID == chosen})
	}
	return options
}

// change is the form of the terms.
func (b deskBuilder) change() DeskForm {
	t := b.t
	if !b.organises() || t.Rolling || t.Competition != "" {
		return DeskForm{}
	}
	v := league.TermsFormOf(t.TournamentTerms)
	if b.Typed.Act == "change" && len(b.Errors) > 0 {
		v = b.Typed.Terms
	}
	f := DeskForm{Act: "change", Title: "Change the terms", Button: "Change"}
	if t.State != league.Registration {
		f.Hint = "What the draw and the games hang on stays as it is."
	}
	context := league.TermContext{Format: b.Format, Terms: t.TournamentTerms, Was: t.TournamentTerms}
	if g := ui.GameOf(b.Games, t.Game); g != nil {
		context.Game = g.Info()
	}
	for _, term := range league.DeskTerms() {
		if term.May(t.State) && term.Has(context) && !term.Moot {
			f.Fields = append(f.Fields, b.termField(term, v.Typed[term.Name]))
		}
	}
	if b.Errors["profile"] != "" {
		f.Fields = append(f.Fields, DeskField{Kind: "check", Name: "sure", Label: "Change the order of the table although a game is over"})
	}
	return f
}
