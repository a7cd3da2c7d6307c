// Command serve keeps a PostgreSQL server for the tests of several packages until its input
// ends. Its first line says how the environment hands it over to them.
package main

import (
	"fmt"
	"os"

	"kickabout/store/storetest"
)

func main() {
	if err := storetest.Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}
