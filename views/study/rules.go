package study

import (
	"fmt"
	"slices"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/ui"
)

// GamesInput is what the list of the games' rules is built from.
type GamesInput struct {
	ui.Frame
	Games []engine.Game
}

// GamesPage is the list of the games' rules.
type GamesPage struct {
	ui.Frame
	Games []GameCard
}

// GameCard is a game in the list.
type GameCard struct {
	Name, Summary string
	Board         *ui.Thumbnail // nil if it cannot be drawn
	Variants      []VariantLine
	URL           string // of its rules
	Try           string // where its positions are tried
}

// VariantLine is a variant in a list, or an option.
type VariantLine struct{ Name, Summary string }

// optionLines lists what may be chosen besides the variant, with the variants that have it unless all do.
func optionLines(info engine.Info) (lines []VariantLine) {
	for _, o := range info.Options {
		line := VariantLine{o.Name, ui.Upper(o.Choices()) + ". " + o.Hint}
		var of []string
		for _, v := range info.Live() {
			if o.Fits(v.ID) {
				of = append(of, v.Name)
			}
		}
		if len(of) < len(info.Live()) {
			line.Name += " (" + engine.Either(of) + ")"
		}
		if o.Friendly {
			line.Summary += " For unrated games of friends and against bots."
		}
		lines = append(lines, line)
	}
	return lines
}

// NewGamesPage builds the list of the games' rules.
func NewGamesPage(in GamesInput) GamesPage {
	p := GamesPage{Frame: in.Frame}
	p.Title = "Rules"
	p.Description = "The rules of all games here, with boards on which they can be tried."
	for _, g := range in.Games {
		info := g.Info()
		p.Games = append(p.Games, GameCard{
			Name: info.Name, Summary: info.Summary, Board: ui.SamplePicture(g), Variants: variantLines(info),
			URL: ui.RulesURL(info.ID), Try: ui.TryURL(ui.RulesID(info.ID, info.Variants[0].ID), "", nil),
		})
	}
	return p
}

func variantLines(info engine.Info) []VariantLine {
	live := info.Live()
	lines := make([]VariantLine, len(live))
	for i, v := range live {
		lines[i] = VariantLine{v.Name, v.Summary}
	}
	return lines
}

// RetiredView is a variant that is retired, on the page of the rules.
type RetiredView struct {
	VariantLine
	Successor string
	Differ    engine.Table // in what it differs from its successor
}

func retiredViews(info engine.Info, differ engine.Table) (views []RetiredView) {
	for i, v := range info.Variants {
		if v.Retired() {
			at := slices.IndexFunc(info.Variants, func(s engine.Variant) bool { return s.ID == v.Successor })
			views = append(views, RetiredView{VariantLine{v.Name, v.Summary}, info.Variants[at].Name, columnsOf(differ, at, i)})
		}
	}
	return views
}

// liveColumns is the table of what the variants differ in without those that are retired; it has no rows if one is left.
func liveColumns(info engine.Info, differ engine.Table) engine.Table {
	var live []int
	for i, v := range info.Variants {
		if !v.Retired() {
			live = append(live, i)
		}
	}
	if len(live) < 2 {
		return engine.Table{}
	}
	return columnsOf(differ, live...)
}

// columnsOf is the table of what the variants differ in with the columns of some of them, by their place in the list, as
// far as they differ there.
func columnsOf(differ engine.Table, variants ...int) engine.Table {
	if len(differ.Rows) == 0 {
		return engine.Table{}
	}
	pick := func(row []string) []string {
		cells := row[:1:1]
		for _, v := range variants {
			cells = append(cells, row[v+1])
		}
		return cells
	}
	t := engine.Table{Head: pick(differ.Head)}
	for _, row := range differ.Rows {
		if cells := pick(row); len(slices.Compact(slices.Clone(cells[1:]))) > 1 {
			t.Rows = append(t.Rows, cells)
		}
	}
	return t
}

// RulesInput is what the rules page of a game is built from.
type RulesInput struct {
	ui.Frame
	Game  engine.Game
	State ExampleState // of the example that was touched
}

// RulesPage is the rules page of a game.
type RulesPage struct {
	ui.Frame
	Name, ID  string
	Lead      string
	Credits   string
	Links     []engine.Link // to who made it
	Apart     []string      // where the rules differ from the sources
	Variants  []VariantLine
	Options   []VariantLine // what may be chosen besides
	Sections  []SectionView
	Differ    engine.Table // in what the variants differ
	Retired   []RetiredView
	Points    []PointsRow
	Decisions []engine.Decision
	Notation  []SectionView
	Try       string // where positions are tried
	Full      string // where the rules stand to the letter; "" if they do not
	Lesson    string // the first card of the lesson; "" if there is none
	Course    string // the first chapter; "" if there is none
}

// SectionView is a chapter of the rules.
type SectionView struct {
	ID     string // of its heading
	Title  string
	Blocks []BlockView
}

// BlockView is a piece of a chapter: exactly one of its fields is set.
type BlockView struct {
	Text        string
	List        []string
	Table       *engine.Table
	Example     *ExampleView
	Walkthrough *WalkthroughView
	Label       string // of the table: no two on the page have the same
}

// PointsRow says what an ending pays.
type PointsRow struct{ Text, Win, Loss string }

// NewRulesPage builds the rules page of a game.
func NewRulesPage(in RulesInput) RulesPage {
	info, book := in.Game.Info(), in.Game.Rules()
	p := RulesPage{
		Frame: in.Frame, Name: info.Name, ID: info.ID, Lead: book.Lead, Credits: info.Credits, Links: info.Links, Apart: book.Apart, Variants: variantLines(info), Options: optionLines(info),
		Differ: liveColumns(info, book.Variants), Retired: retiredViews(info, book.Variants),
		Points: pointsRows(league.Standard(), info), Decisions: book.Decisions,
		Try: ui.TryURL(ui.RulesID(info.ID, info.Variants[0].ID), "", nil),
	}
	if book.Text != "" {
		p.Full = ui.FullRulesURL(info.ID)
	}
	if len(book.Lesson) > 0 {
		p.Lesson = ui.LessonURL(info.ID, 1)
	}
	if len(book.Sections) > 0 {
		p.Course = ui.ChapterURL(info.ID, chapterSlug(book.Sections[0]))
	}
	p.Title = "Rules of " + info.Name
	p.Description = info.Summary + " The rules, with boards on which they can be tried."
	b := bookBuilder{in: in}
	p.Sections = b.sections(book.Sections, "")
	p.Notation = b.sections(book.Notation, "notation-")
	return p
}

// bookBuilder builds the chapters, and counts their examples.
type bookBuilder struct {
	in           RulesInput
	examples     int // built so far
	tables       int
	walkthroughs int
}

func (b *bookBuilder) sections(list []engine.Section, prefix string) []SectionView {
	var views []SectionView
	for _, s := range list {
		v := SectionView{ID: prefix + ui.Slug(s.Title), Title: s.Title}
		for _, block := range s.Blocks {
			v.Blocks = append(v.Blocks, b.block(s.Title, block))
		}
		views = append(views, v)
	}
	return views
}

func (b *bookBuilder) block(title string, block engine.Block) BlockView {
	v := BlockView{Text: block.Text, List: block.List, Table: block.Table}
	if block.Table != nil {
		b.tables++
		v.Label = fmt.Sprintf("Table %d: %s", b.tables, title)
	}
	if block.Example != nil {
		b.examples++
		state := ExampleState{N: b.examples, Chapter: b.in.State.Chapter}
		if b.in.State.N == b.examples {
			state = b.in.State
		}
		example := newExample(b.in.Game, *block.Example, state)
		v.Example = &example
	}
	if block.Walkthrough != nil {
		b.walkthroughs++
		v.Walkthrough = newWalkthroughView(b.in.Game, *block.Walkthrough, b.walkthroughs)
	}
	return v
}

// A run is a piece of a text that is stressed or is not.
type run struct {
	text     string
	stressed bool
}

// asterisk stands for two asterisks, of which one shows, while a text is parted.
const asterisk = "\x00"

// runs parts a text of a rulebook at its asterisks: "a *keeper* square".
func runs(text string) []run {
	var list []run
	for i, piece := range strings.Split(strings.ReplaceAll(text, "**", asterisk), "*") {
		if piece != "" {
			list = append(list, run{strings.ReplaceAll(piece, asterisk, "*"), i%2 == 1})
		}
	}
	return list
}

// plain is a text of a rulebook with nothing stressed.
func plain(text string) string {
	words := ""
	for _, r := range runs(text) {
		words += r.text
	}
	return words
}

// endingTexts say what an ending is, in the table of points.
var endingTexts = map[engine.Ending]string{
	engine.FullTime:      "More goals when the time is up",
	engine.Target:        "The last of the goals that are played for",
	engine.SuddenDeath:   "A goal in sudden death",
	engine.LastGoal:      "Level to the end: who scored last wins",
	engine.Goalless:      "No goal at all: drawn",
	engine.Resignation:   "Resigned",
	engine.Timeout:       "Out of time",
	engine.Forfeit:       "Not played: one side forfeits",
	engine.DoubleForfeit: "Not played: both sides forfeit",
	engine.SlowPlay:      "Stopped, and one side had used more than four fifths of all the time",
	engine.Void:          "Declared void: it does not count",
}

// EndingText says what an ending is, as the table of points does.
func EndingText(e engine.Ending) string {
	if e == engine.Adjudication {
		return "Stopped, and decided by the board"
	}
	return endingTexts[e]
}

// adjudications are the boards on which a game may be stopped and decided.
var adjudications = []struct {
	text    string
	outcome engine.Outcome
}{
	{"Stopped and decided, with a leader", engine.Outcome{Winner: engine.First, Score: [2]int{1, 0}}},
	{"Stopped and decided, level with goals: who scored last wins", engine.Outcome{Winner: engine.First, Score: [2]int{1, 1}}},
	{"Stopped and decided without a goal", engine.Outcome{}},
}

// pointsRows says what every ending pays: those of a game, then the platform's.
func pointsRows(s league.Scoring, info engine.Info) []PointsRow {
	var rows []PointsRow
	row := func(text string, o engine.Outcome) {
		if points, ok := s.Points(o); ok {
			rows = append(rows, PointsRow{text, ui.PointsText(points[0]), ui.PointsText(points[1])})
		}
	}
	for _, e := range slices.Concat(info.Endings, engine.PlatformEndings()) {
		switch {
		case e == engine.Adjudication:
			for _, a := range adjudications {
				a.outcome.Ending = e
				row(a.text, a.outcome)
			}
		case e == engine.Goalless || e == engine.DoubleForfeit || e == engine.Void:
			row(endingTexts[e], engine.Outcome{Ending: e})
		default:
			row(endingTexts[e], engine.Outcome{Ending: e, Winner: engine.First})
		}
		if e == engine.Target && info.CloseWin {
			closeWin := engine.Outcome{Ending: e, Winner: engine.First, Score: [2]int{1, 0}}
			points, _ := s.WithCloseWin().Points(closeWin)
			rows = append(rows, PointsRow{"The same against all goals but one, where a tournament pays less for close wins", ui.PointsText(points[0]), ui.PointsText(points[1])})
		}
	}
	return rows
}

// decisionID is the id of a decision's place on the page.
func decisionID(d engine.Decision) string { return fmt.Sprintf("decision-%s", ui.Slug(d.ID)) }
