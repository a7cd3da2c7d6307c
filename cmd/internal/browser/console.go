package browser

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
)

// console keeps what a page complained about. Its methods may be called at once.
type console struct {
	mu     sync.Mutex
	errors []string
}

// ConsoleErrors returns what the page and its predecessors in this tab
// complained about so far: errors written to the console, exceptions nobody
// caught, violations of the content security policy, and failed requests.
func (p *Page) ConsoleErrors() []string {
	p.t.Helper()
	// Messages arrive in order: what the page said before this answer is in.
	Eval[bool](p, `true`)
	p.console.mu.Lock()
	defer p.console.mu.Unlock()
	return slices.Clone(p.console.errors)
}

// listen is called for every event of the page.
func (c *console) listen(event any) {
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeAssert {
			c.add("console: " + words(e.Args))
		}
	case *runtime.EventExceptionThrown:
		c.add("exception: " + thrown(e.ExceptionDetails))
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			c.add(fmt.Sprintf("%s: %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL))
		}
	}
}

func (c *console) add(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.errors = append(c.errors, text)
}

// words returns the arguments of a call as one line.
func words(args []*runtime.RemoteObject) string {
	var b strings.Builder
	for _, a := range args {
		if a.Description != "" {
			b.WriteString(a.Description + " ")
		} else {
			b.WriteString(strings.Trim(string(a.Value), `"`) + " ")
		}
	}
	return strings.TrimSpace(b.String())
}

// thrown returns what an exception says.
func thrown(d *runtime.ExceptionDetails) string {
	if d.Exception != nil && d.Exception.Description != "" {
		return d.Text + " " + d.Exception.Description
	}
	return d.Text
}
