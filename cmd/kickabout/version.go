package main

import (
	"fmt"

	"kickabout/cmd/internal/build"
)

// versionCmd says which program this is.
type versionCmd struct{}

// Run prints one line.
func (versionCmd) Run() error {
	_, err := fmt.Println(build.This())
	return err
}
