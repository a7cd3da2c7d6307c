package web

import (
	"io"
	"mime/multipart"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"kickabout/engine/record"
	"kickabout/league"
	"kickabout/views"
)

// analysisPath is where a record is looked at. What is sent there is larger than a form
// elsewhere: a whole file.
const analysisPath = "/analysis"

// recordText sends a match as text.
func (s *site) recordText(c echo.Context) error {
	m, err := s.recorded(c, c.Param("id"))
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `inline; filename="record.txt"`)
	return c.String(http.StatusOK, record.Encode(m))
}

// recordJSON sends a match as JSON.
func (s *site) recordJSON(c echo.Context) error {
	m, err := s.recorded(c, c.Param("id"))
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `inline; filename="record.json"`)
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, record.EncodeJSON(m))
}

// recorded returns a match of the site as a file has it.
func (s *site) recorded(c echo.Context, id string) (record.Match, error) {
	v, err := s.office.Match(c.Request().Context(), id)
	if err != nil {
		return record.Match{}, err
	}
	cup, _, err := s.office.TournamentOf(c.Request().Context(), v.Match)
	if err != nil {
		return record.Match{}, err
	}
	return league.Recorded(v.Match, v.Record, s.address, cup.Name), nil
}

// analysis is the page on which records are looked at: empty, or with a match of the
// site (match) and its board after a move (at).
func (s *site) analysis(c echo.Context) error {
	in, err := s.analysisInput(c)
	if err != nil {
		return err
	}
	if id := c.QueryParam("match"); id != "" {
		if !readable(id) { // PostgreSQL does not look for what is no text
			return league.Errorf(league.NotFound, "There is no such game.")
		}
		m, err := s.recorded(c, id)
		if err != nil {
			return err
		}
		in.Match, in.Of = &m, id
	}
	return s.render(c, http.StatusOK, views.Analysis(views.NewAnalysisPage(in)))
}

// analyse shows a record that somebody pastes or sends as a file. Nothing of it is
// stored: the page carries the text on. What cannot be read is said with its place,
// beside the text.
func (s *site) analyse(c echo.Context) error {
	in, err := s.analysisInput(c)
	if err != nil {
		return err
	}
	if in.Text, err = sent(c); err != nil {
		return err
	}
	m, err := league.ReadRecord([]byte(in.Text), s.office.Game)
	if err != nil {
		in.Error = err
		return s.render(c, http.StatusUnprocessableEntity, views.Analysis(views.NewAnalysisPage(in)))
	}
	in.Match = &m
	return s.render(c, http.StatusOK, views.Analysis(views.NewAnalysisPage(in)))
}

func (s *site) analysisInput(c echo.Context) (views.AnalysisInput, error) {
	frame, _, err := s.frame(c)
	at, _ := strconv.Atoi(c.FormValue("at")) // nonsense shows the first board
	return views.AnalysisInput{Frame: frame, Games: s.office.Games(), At: at}, err
}

// sent returns the record that was sent: the file if there is one, else the text.
func sent(c echo.Context) (string, error) {
	file, err := c.FormFile("file")
	if err != nil || file.Size == 0 { // no file was chosen
		return c.FormValue("text"), nil
	}
	return content(file)
}

func content(file *multipart.FileHeader) (string, error) {
	in, err := file.Open()
	if err != nil {
		return "", err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, record.MaxBytes+1))
	return string(data), err
}
