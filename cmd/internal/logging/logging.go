// Package logging sets up the log of a site.
package logging

import (
	"fmt"
	"io"
	"log/slog"

	"kickabout/cmd/internal/web"
)

// Flags say what the site logs, and how.
type Flags struct {
	Log      string `help:"How the log is written to the standard error: text for people, json for programs." enum:"text,json" default:"text" env:"KICKABOUT_LOG"`
	LogLevel string `help:"What the log leaves out: debug leaves out nothing and has a line for each request." enum:"debug,info,warn,error" default:"info" env:"KICKABOUT_LOG_LEVEL"`
	Verbose  bool   `help:"Log every request: the same as --log-level debug." env:"KICKABOUT_VERBOSE"`
}

// Logger returns a log that is written line by line. The zero value of the flags is their default.
func (f Flags) Logger(to io.Writer) (*slog.Logger, error) {
	var level slog.Level
	if f.LogLevel != "" {
		if err := level.UnmarshalText([]byte(f.LogLevel)); err != nil {
			return nil, fmt.Errorf("--log-level %q is no level such as info", f.LogLevel)
		}
	}
	if f.Verbose {
		level = slog.LevelDebug
	}
	options := &slog.HandlerOptions{Level: level, ReplaceAttr: inUTC}
	if f.Log == "json" {
		return slog.New(web.WithIDs(slog.NewJSONHandler(to, options))), nil
	}
	return slog.New(web.WithIDs(slog.NewTextHandler(to, options))), nil
}

// inUTC writes all moments in UTC: logs of several machines, and of a night in which the clock is put back, are
// read in one order.
func inUTC(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindTime {
		return slog.Time(a.Key, a.Value.Time().UTC())
	}
	return a
}
