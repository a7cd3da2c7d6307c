package engine

// A Rulebook is the rules of a game for players, as data: who shows it knows no
// game. Its numbers come from the constants that the rules are played by. In its
// texts, words between two asterisks are stressed: "a *keeper* square". Two in a row show one.
type Rulebook struct {
	Lead      string     // the game in one or two sentences
	Sections  []Section  // the rules, in the order in which one learns them
	Variants  Table      // in what the variants differ, a column for each; no rows if there is one only
	Apart     []string   // where the rules here differ from the sources, a sentence or a few each
	Decisions []Decision // where the sources are silent or disagree, and what is played here
	Notation  []Section  // how moves and positions are written
	Text      string     // the rules to the letter, as Markdown; "" if there is no such text
	Lesson    []Card     // the game in a minute
}

// A Section is a chapter of the rules.
type Section struct {
	Title  string
	Blocks []Block
}

// A Block is a piece of a section: exactly one of its fields is set.
type Block struct {
	Text        string   // a paragraph
	List        []string // points of a list
	Table       *Table
	Example     *Example
	Walkthrough *Walkthrough
}

// A Table has a heading for each column, and rows of as many cells.
type Table struct {
	Head []string
	Rows [][]string
}

// An Example is a small position on which a rule can be tried.
type Example struct {
	Variant  string // "lg"
	Position string // as Position.String writes it; a throw may be due
	Done     []Step // of a move, entered already
	Caption  string // what there is to see, one sentence
	Ask      string // what the button says that shows what may be touched: "Show where the ball may go"
}

// A Decision is a choice of ours, named as in the game's RULES.md.
type Decision struct {
	ID   string // "D5"
	Text string // what is played here, one or two sentences
}
