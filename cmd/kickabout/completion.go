package main

import (
	"fmt"
	"os"
)

// completionCmd prints what has a shell complete the words of the command line. The shell asks the program itself, so
// that what it proposes is always what this release takes.
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: bash, zsh or fish."`
}

// completions are the scripts, by shell; %[1]q is the program's file.
var completions = map[string]string{
	"bash": "complete -o default -o bashdefault -C %[1]q kickabout\n",
	"zsh":  "autoload -U +X bashcompinit && bashcompinit\ncomplete -o default -o bashdefault -C %[1]q kickabout\n",
	"fish": `function __complete_kickabout
    set -lx COMP_LINE (commandline -cp)
    test -z (commandline -ct)
    and set COMP_LINE "$COMP_LINE "
    %[1]q
end
complete -f -c kickabout -a "(__complete_kickabout)"
`,
}

// Run prints the script.
func (c completionCmd) Run() error {
	file, err := os.Executable()
	if err == nil {
		_, err = fmt.Printf(completions[c.Shell], file)
	}
	return err
}
