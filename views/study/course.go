package study

import (
	"fmt"
	"slices"
	"strconv"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/ui"
)

// ChapterInput is what a chapter of a game's course is built from.
type ChapterInput struct {
	ui.Frame
	Game    engine.Game
	Chapter string       // the end of its address; the game has it, see HasChapter
	State   ExampleState // of the example that was touched
	Done    []string     // the chapters that a member has done
}

// ChapterPage is a chapter of a game's course: a section of its rules at an address of its own.
type ChapterPage struct {
	ui.Frame
	Game    string
	Rules   string // the whole of the rules
	Section SectionView
	N       int // from 1
	Of      int
	List    []CourseLine
	Back    string // the chapter before; "" before the first
	Next    string // the chapter after; behind the last one where one plays
	Last    bool
	Post    string // where a member says that it is done; "" of whoever has no account
	Mark    string // what the browser of whoever has none remembers
}

// CourseLine is a chapter in the list of a course.
type CourseLine struct {
	Title, URL, Mark string
	Done, Here       bool
}

// chapterSlug is the end of a chapter's address.
func chapterSlug(s engine.Section) string { return ui.Slug(s.Title) }

// HasChapter says that the course of a game has a chapter.
func HasChapter(g engine.Game, chapter string) bool {
	return slices.ContainsFunc(g.Rules().Sections, func(s engine.Section) bool { return chapterSlug(s) == chapter })
}

// NextChapter is the address of what comes after a chapter.
func NextChapter(g engine.Game, chapter string) string {
	sections := g.Rules().Sections
	at := slices.IndexFunc(sections, func(s engine.Section) bool { return chapterSlug(s) == chapter })
	if at < 0 || at == len(sections)-1 {
		return ui.LearnURL
	}
	return ui.ChapterURL(g.Info().ID, chapterSlug(sections[at+1]))
}

// courseLines lists the chapters of a game, with what is done of them.
func courseLines(g engine.Game, here string, done []string) (list []CourseLine) {
	id := g.Info().ID
	for _, s := range g.Rules().Sections {
		slug := chapterSlug(s)
		list = append(list, CourseLine{Title: s.Title, URL: ui.ChapterURL(id, slug), Mark: id + "/" + slug, Done: slices.Contains(done, slug), Here: slug == here})
	}
	return list
}

// NewChapterPage builds the page of a chapter.
func NewChapterPage(in ChapterInput) ChapterPage {
	info, sections := in.Game.Info(), in.Game.Rules().Sections
	p := ChapterPage{
		Frame: in.Frame, Game: info.Name, Rules: ui.RulesURL(info.ID), Of: len(sections), List: courseLines(in.Game, in.Chapter, in.Done),
		Next: NextChapter(in.Game, in.Chapter), Mark: info.ID + "/" + in.Chapter,
	}
	in.State.Chapter = in.Chapter
	b := bookBuilder{in: RulesInput{Frame: in.Frame, Game: in.Game, State: in.State}}
	for i, s := range sections {
		if chapterSlug(s) != in.Chapter {
			b.pass(s)
			continue
		}
		p.N, p.Section, p.Last = i+1, b.sections([]engine.Section{s}, "")[0], i == len(sections)-1
		if i > 0 {
			p.Back = ui.ChapterURL(info.ID, chapterSlug(sections[i-1]))
		}
	}
	p.Title = p.Section.Title
	p.Description = fmt.Sprintf("%s, chapter %d of %d: %s, with boards on which it can be tried.", info.Name, p.N, p.Of, p.Section.Title)
	if in.Viewer.Kind == league.Member {
		p.Post = ui.ChapterURL(info.ID, in.Chapter) + "/done"
	}
	return p
}

// pass counts the examples and tables of a section that is not shown.
func (b *bookBuilder) pass(s engine.Section) {
	for _, block := range s.Blocks {
		if block.Example != nil {
			b.examples++
		}
		if block.Table != nil {
			b.tables++
		}
	}
}

// progressText says how far somebody has come with a course.
func progressText(list []CourseLine) string {
	done := 0
	for _, l := range list {
		if l.Done {
			done++
		}
	}
	if done == 0 {
		return ui.CountText(len(list), "chapter", "chapters")
	}
	return strconv.Itoa(done) + " of " + ui.CountText(len(list), "chapter", "chapters") + " done"
}

// nextWord is what the button below a chapter says.
func nextWord(last bool) string {
	if last {
		return "Finish the course"
	}
	return "Next chapter"
}
