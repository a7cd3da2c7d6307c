package study

import (
	"io"
	"mime/multipart"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/engine/record"
	"kickabout/league"
	"kickabout/league/transcript"
	"kickabout/views/study"
)

// AnalysisPath is where a record is looked at. What is sent there is larger than a form
// elsewhere: a whole file.
const AnalysisPath = "/analysis"

// RecordText sends a match as text.
func (s *Handlers) RecordText(c echo.Context) error {
	m, err := s.recorded(c, c.Param("id"))
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `inline; filename="record.txt"`)
	return c.String(http.StatusOK, record.Encode(m))
}

// RecordJSON sends a match as JSON.
func (s *Handlers) RecordJSON(c echo.Context) error {
	m, err := s.recorded(c, c.Param("id"))
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `inline; filename="record.json"`)
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, record.EncodeJSON(m))
}

// recorded returns a match of the site as a file has it.
func (s *Handlers) recorded(c echo.Context, id string) (record.Match, error) {
	v, err := s.office.Match(c.Request().Context(), s.Sees(c), id)
	if err != nil {
		return record.Match{}, err
	}
	cup, _, err := s.office.TournamentOf(c.Request().Context(), s.Sees(c), v.Match)
	if err != nil {
		return record.Match{}, err
	}
	return transcript.Of(v.Match, v.Record, s.Address, cup.Name), nil
}

// Position is the page on which records are looked at: empty, or with a match of the
// site (match) and its board after a move (at).
func (s *Handlers) Position(c echo.Context) error {
	in, err := s.positionInput(c)
	if err != nil {
		return err
	}
	if id := c.QueryParam("match"); id != "" {
		if !request.Readable(id) { // PostgreSQL does not look for what is no text
			return league.Errorf(league.NotFound, "There is no such game.")
		}
		m, err := s.recorded(c, id)
		if err != nil {
			return err
		}
		in.Match, in.Of = &m, id
	}
	return s.Render(c, http.StatusOK, study.Position(study.NewPositionPage(in)))
}

// ReadPosition shows a record that somebody pastes or sends as a file. Nothing of it is
// stored: the page carries the text on. What cannot be read is said with its place,
// beside the text.
func (s *Handlers) ReadPosition(c echo.Context) error {
	in, err := s.positionInput(c)
	if err != nil {
		return err
	}
	if in.Text, err = sent(c); err != nil {
		return err
	}
	m, err := transcript.Read([]byte(in.Text), s.office.Game)
	if err != nil {
		in.Error = err
		return s.Render(c, http.StatusUnprocessableEntity, study.Position(study.NewPositionPage(in)))
	}
	in.Match = &m
	return s.Render(c, http.StatusOK, study.Position(study.NewPositionPage(in)))
}

func (s *Handlers) positionInput(c echo.Context) (study.PositionInput, error) {
	frame, err := s.Frame(c)
	at, _ := strconv.Atoi(c.FormValue("at")) // nonsense shows the first board
	return study.PositionInput{Frame: frame, Games: s.office.Games(), At: at}, err
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
