package study

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"kickabout/engine"
	"kickabout/views/study"
	"kickabout/views/ui"
)

// Opponents are the bots that somebody may play against.
func (s *Handlers) Opponents() []ui.Opponent {
	bots := s.office.Opponents()
	list := make([]ui.Opponent, len(bots))
	for i, b := range bots {
		list[i] = ui.Opponent{ID: b.Player.ID, Name: b.Player.Name, Summary: b.Summary}
	}
	return list
}

// Try is the page on which a position is tried. All of it is in the address: the rules,
// the position, the steps of a move. A form that brings more than that, such as a move to
// be made, is answered with the address of what came of it.
func (s *Handlers) Try(c echo.Context) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	typed := c.QueryParam
	in := study.TryInput{Frame: frame, Games: s.office.Games(), Bots: s.Opponents(), Typed: s.RulesOf(typed), Text: strings.TrimSpace(typed("position")), Done: engine.ParseSteps(typed("do"))}
	if in.Typed == "" {
		info := in.Games[0].Info()
		in.Typed = info.ID + "/" + info.Variants[0].ID
	}
	if typed("start") != "" {
		in.Text = ""
	}
	in.Errors = s.understand(&in)
	if typed("edit") != "" && in.Game != nil {
		if sketch, ok := sketchOf(in); ok {
			return s.edit(c, in, sketch)
		}
	}
	if in.Errors != nil {
		return s.Render(c, http.StatusUnprocessableEntity, study.Try(study.NewTryPage(in)))
	}
	if c.QueryParams().Has("move") {
		move := engine.Move(strings.TrimSpace(typed("move")))
		after, err := in.Position.Play(move)
		if err != nil {
			in.Tried, in.Errors = move, map[string]string{"move": engine.Reason(err)}
			return s.Render(c, http.StatusUnprocessableEntity, study.Try(study.NewTryPage(in)))
		}
		in.Position = after
	}
	if typed("bot") != "" {
		return s.hint(c, in)
	}
	if shared(c.QueryParams(), in) {
		return s.Render(c, http.StatusOK, study.Try(study.NewTryPage(in)))
	}
	return c.Redirect(http.StatusSeeOther, ui.TryURL(in.Rules, in.Position.String(), nil)+"#shown")
}

// sketchOf reads a position that is to be set up by hand; false if that cannot be.
func sketchOf(in study.TryInput) (study.Sketch, bool) {
	_, variant, _ := strings.Cut(in.Rules, "/")
	return study.NewSketch(in.Game, variant, in.Text)
}

// edit is the page on which a position is set up by hand. What is done to it comes with the
// address, which leads on to that of the position that has become of it.
func (s *Handlers) edit(c echo.Context, in study.TryInput, sketch study.Sketch) error {
	query := c.QueryParams()
	acted := query.Has("put") || query.Has("start")
	if query.Has("put") {
		sketch = sketch.Put(query.Get("pick"), query.Get("put"))
	}
	for _, set := range sketch.Settings() {
		if name := "f" + strconv.Itoa(set.N); query.Has(name) {
			acted = true
			if word := strings.TrimSpace(query.Get(name)); word != set.Text {
				sketch = sketch.Set(set.N, word)
			}
		}
	}
	if acted {
		return c.Redirect(http.StatusSeeOther, ui.EditURL(in.Rules, sketch.String(), "")+"#shown")
	}
	in.Errors, in.Sketch, in.Picked = nil, &sketch, query.Get("pick")
	return s.Render(c, http.StatusOK, study.Try(study.NewTryPage(in)))
}

// shared says that an address is the one under which a position is shared, or names none.
func shared(query url.Values, in study.TryInput) bool {
	for name := range query {
		if name != "rules" && name != "position" && name != "do" {
			return false
		}
	}
	return len(query) == 0 || query.Get("rules") == in.Rules && query.Get("position") == in.Position.String()
}

// understand finds the rules and the position of what was typed; what is wrong comes as
// sentences by field.
func (s *Handlers) understand(in *study.TryInput) map[string]string {
	game, variant, err := s.office.Rules(in.Typed)
	if err != nil {
		return ui.FieldSentences(err)
	}
	if n := utf8.RuneCountInString(in.Text); n > study.PositionLetters {
		in.Text = string([]rune(in.Text)[:study.PositionLetters])
		return map[string]string{"position": "No position is as long as this."}
	}
	in.Game, in.Rules = game, game.Info().ID+"/"+variant
	if in.Text == "" {
		in.Position, err = game.Start(variant)
	} else {
		in.Position, err = game.Parse(variant, in.Text)
	}
	if err != nil {
		in.Position = nil
		return map[string]string{"position": engine.Reason(err)}
	}
	in.Text = in.Position.String()
	return nil
}
