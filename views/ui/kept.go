package ui

import (
	"context"
	"io"
	"strings"
	"sync"

	"github.com/a-h/templ"
)

// Kept returns a drawing that is made when it is first shown, and then shown as it is: for what many pages show alike. It
// may depend on nothing of a request.
func Kept(draw func() templ.Component) templ.Component {
	drawn := sync.OnceValues(func() (string, error) {
		var html strings.Builder
		err := draw().Render(context.Background(), &html)
		return html.String(), err
	})
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		html, err := drawn()
		if err == nil {
			_, err = io.WriteString(w, html)
		}
		return err
	})
}
