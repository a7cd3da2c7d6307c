package logging

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"
)

func TestTheLogIsTextOrJSONFromALevelOn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		flags Flags
		want  string // the levels that are written
	}{
		{"nothing is said", Flags{}, "INFO WARN ERROR"},
		{"all", Flags{LogLevel: "debug"}, "DEBUG INFO WARN ERROR"},
		{"all, as it was said before", Flags{LogLevel: "info", Verbose: true}, "DEBUG INFO WARN ERROR"},
		{"what is odd", Flags{LogLevel: "warn"}, "WARN ERROR"},
		{"what is wrong, for programs", Flags{Log: "json", LogLevel: "error"}, "ERROR"},
		{"all, for programs", Flags{Log: "json", LogLevel: "debug"}, "DEBUG INFO WARN ERROR"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			log, err := c.flags.Logger(&out)
			if err != nil {
				t.Fatal(err)
			}
			for _, level := range []slog.Level{slog.LevelDebug, slog.LevelInfo, slog.LevelWarn, slog.LevelError} {
				log.Log(t.Context(), level, level.String())
			}
			var levels []string
			for line := range strings.Lines(out.String()) {
				_, level, _ := strings.Cut(line, "level=")
				level, _, _ = strings.Cut(level, " ")
				if c.flags.Log == "json" {
					var fields struct{ Level string }
					if err := json.Unmarshal([]byte(line), &fields); err != nil {
						t.Fatalf("%s: %v", line, err)
					}
					level = fields.Level
				}
				levels = append(levels, level)
			}
			if got := strings.Join(levels, " "); got != c.want {
				t.Errorf("the log has %q, want %q", got, c.want)
			}
		})
	}
	if _, err := (Flags{LogLevel: "loud"}).Logger(&bytes.Buffer{}); err == nil {
		t.Error("a level that is none is taken")
	}
}

func TestTheLogTellsTheTimeInUTC(t *testing.T) {
	t.Parallel()
	there := time.FixedZone("there", 9*60*60)
	for _, kind := range []string{"text", "json"} {
		var out bytes.Buffer
		log, err := Flags{Log: kind}.Logger(&out)
		if err != nil {
			t.Fatal(err)
		}
		line := slog.NewRecord(time.Date(2027, 5, 1, 3, 0, 0, 0, there), slog.LevelInfo, "x", 0)
		line.Add("since", time.Date(2027, 5, 1, 4, 0, 0, 0, there))
		if err := log.Handler().Handle(t.Context(), line); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"2027-04-30T18:00:00", "2027-04-30T19:00:00"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s says %s, want %s", kind, out.String(), want)
			}
		}
		if strings.Contains(out.String(), "+09:00") {
			t.Errorf("%s says %s", kind, out.String())
		}
	}
}
