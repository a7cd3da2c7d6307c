package browser

import (
	"fmt"
	"os"
	"time"

	"kickabout/cmd/internal/browser/axe"
)

// axePatience is for the longest page on a machine that has much else to do: axe computes all the while.
const axePatience = 5 * time.Minute

// Axe looks for accessibility defects in the page as it stands, by the rules of
// axe-core and the size of what is touched, which axe asks about only where it is
// told to, and returns a line for each. Where axe-core is not to be found the
// test is skipped, or fails if the environment says CI=true.
func (p *Page) Axe() []string {
	p.t.Helper()
	defer func(usual time.Duration) { p.patience = usual }(p.patience)
	p.patience = max(p.patience, axePatience)
	if !Eval[bool](p, `"axe" in window`) {
		Eval[bool](p, p.axeScript()+"\n;true")
	}
	if p.noScript {
		// Axe waits by timers, which are the page's; its scripts, though, had
		// their chance when it loaded and are not run now.
		p.run("letting axe run", script(true))
		defer p.run("stopping scripts again", script(false))
	}
	var lines []string
	for _, f := range Eval[[]finding](p, `axe.run({rules: {"target-size": {enabled: true}}})`+findings) {
		lines = append(lines, fmt.Sprintf("%s (%s): %s: %s", f.ID, f.Impact, f.Help, f.At))
	}
	return lines
}

type finding struct {
	ID     string `json:"id"`
	Impact string `json:"impact"`
	Help   string `json:"help"`
	At     string `json:"at"`
}

const findings = `.then(r => r.violations.flatMap(
	v => v.nodes.map(n => ({id: v.id, impact: n.impact ?? "", help: v.help, at: n.html}))))`

func (p *Page) axeScript() string {
	p.t.Helper()
	path, err := axe.File()
	if err != nil {
		missing(p.t, err.Error())
	}
	code, err := os.ReadFile(path)
	if err != nil {
		missing(p.t, fmt.Sprintf("this test needs axe-core %s: %v", axe.Version, err))
	}
	return string(code)
}
