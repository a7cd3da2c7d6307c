package web

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/admission"
	"kickabout/cmd/internal/web/request"
)

// classify notes the class of a route.
func (s *site) classify(method, pattern string, of class) {
	if of == unclassed {
		panic("web: nobody knows for what " + method + " " + pattern + " waits")
	}
	s.classes[method+" "+pattern] = of
	if method == http.MethodGet {
		s.classes[http.MethodHead+" "+pattern] = of
	}
}

// echoPattern turns the parameters of an operation's path into those of the router.
var echoPattern = strings.NewReplacer("{", ":", "}", "")

// gathered reads a form whole before it waits for its turn, so that nobody keeps a place while they send. What goes wrong
// with that goes wrong for whoever reads the form.
func gathered(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if r.Body == nil || r.Body == http.NoBody {
			return next(c)
		}
		body, err := io.ReadAll(r.Body)
		if err == nil {
			err = io.EOF
		}
		r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(body), broken{err}))
		return next(c)
	}
}

// broken is the end of a body that came to it in some way.
type broken struct{ err error }

func (b broken) Read([]byte) (int, error) { return 0, b.err }

// gate is where a request waits; nil if it does not. Whether a member asks is known by what was found out lately: a
// cookie that is new to this server is looked up in the share of visitors.
func (s *site) gate(c echo.Context) *admission.Gate {
	switch s.classes[c.Request().Method+" "+c.Path()] {
	case always:
		return nil
	case write:
		return s.gates.Writes
	case heavy, spare:
		return s.gates.Heavy
	}
	if known := s.Credential(c); known != "" && s.Members.Has(known, request.Arrived(c)) {
		return s.gates.Pages
	}
	return s.gates.Visitors
}

// admitted has a request wait for its turn. Its place is given up as soon as the answer is there, or begins to be
// streamed: who reads slowly keeps nobody waiting.
func (s *site) admitted(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if s.classes[c.Request().Method+" "+c.Path()] == spare && s.office.Scarce != nil && s.office.Scarce() {
			request.NoteAdmitted(c)
			return request.ErrScarce
		}
		from := admission.Neighbourhood(c.RealIP())
		leave := func() {}
		if gate := s.gate(c); gate != nil {
			var err error
			if leave, err = gate.Enter(c.Request().Context(), from); err != nil {
				return err
			}
		}
		request.NoteAdmitted(c)
		c.SetRequest(c.Request().WithContext(admission.WithFrom(c.Request().Context(), from)))
		out := c.Response()
		a := &answer{ResponseWriter: out.Writer, leave: leave}
		out.Writer = a
		whole := false
		defer func() {
			leave()
			a.forget()
			out.Writer = a.ResponseWriter
			if !whole && !a.begun { // it panicked, and nothing of it was sent
				out.Committed = false
			}
		}()
		err := next(c)
		if err != nil {
			c.Error(err) // its page is part of the turn
		}
		whole = true
		a.tag(s, c)
		a.compress(c)
		a.begin()
		return err
	}
}

// sheets are what answers are kept on, as long as they are.
var sheets = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// mostKept is how much of an answer is kept back until it is whole, in bytes.
const mostKept = 1 << 20

// An answer keeps back what a handler writes until that is whole, is flushed, or is too much. Then it gives up the
// place of its request, and begins to be sent.
type answer struct {
	http.ResponseWriter
	leave  func()
	status int           // 0: nothing was written
	kept   *bytes.Buffer // nil: nothing
	begun  bool
}

// WriteHeader sets the status.
func (a *answer) WriteHeader(status int) {
	switch {
	case a.begun:
		a.ResponseWriter.WriteHeader(status)
	case a.status == 0:
		a.status = status
	}
}

// Write keeps bytes, or sends them once the answer has begun.
func (a *answer) Write(p []byte) (int, error) {
	if a.begun {
		return a.ResponseWriter.Write(p)
	}
	if a.status == 0 {
		a.status = http.StatusOK
	}
	if a.kept == nil {
		a.kept = sheets.Get().(*bytes.Buffer)
	}
	a.kept.Write(p)
	if a.kept.Len() > mostKept {
		return len(p), a.begin()
	}
	return len(p), nil
}

// FlushError sends what there is.
func (a *answer) FlushError() error {
	if err := a.begin(); err != nil {
		return err
	}
	return http.NewResponseController(a.ResponseWriter).Flush()
}

// Unwrap lets deadlines be set.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// begin sends what was kept; from now on all is sent at once.
func (a *answer) begin() error {
	if a.begun {
		return nil
	}
	a.begun = true
	a.leave()
	if a.status == 0 {
		return nil
	}
	a.ResponseWriter.WriteHeader(a.status)
	if len(a.page()) == 0 {
		return nil
	}
	_, err := a.ResponseWriter.Write(a.page())
	a.forget()
	return err
}

// page is what is kept.
func (a *answer) page() []byte {
	if a.kept == nil {
		return nil
	}
	return a.kept.Bytes()
}

// forget leaves the sheet to another answer: what is streamed for hours needs none.
func (a *answer) forget() {
	if a.kept != nil {
		a.kept.Reset()
		sheets.Put(a.kept)
		a.kept = nil
	}
}
