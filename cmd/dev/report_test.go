package main

import (
	"slices"
	"strings"
	"testing"
)

// TestAReportSaysWhatIsSkippedAndAllOfWhatFails reads what go test -json has said of packages that passed, failed, were
// ended and could not be built.
func TestAReportSaysWhatIsSkippedAndAllOfWhatFails(t *testing.T) {
	const events = `{"ImportPath":"x/d","Action":"build-output","Output":"x/d.go:3:1: undefined: y\n"}
{"Action":"start","Package":"x/a"}
{"Action":"run","Package":"x/a","Test":"TestGood"}
{"Action":"output","Package":"x/a","Test":"TestGood","Output":"=== RUN   TestGood\n"}
{"Action":"output","Package":"x/a","Test":"TestGood","Output":"    a_test.go:5: all is well\n"}
{"Action":"output","Package":"x/a","Test":"TestGood","Output":"--- PASS: TestGood (0.00s)\n"}
{"Action":"pass","Package":"x/a","Test":"TestGood"}
{"Action":"output","Package":"x/a","Test":"TestProofOne","Output":"    a_test.go:7: some figure\n"}
{"Action":"output","Package":"x/a","Test":"TestProofOne","Output":"    a_test.go:9: go run ./cmd/dev prove runs it\n"}
{"Action":"output","Package":"x/a","Test":"TestProofOne","Output":"--- SKIP: TestProofOne (0.00s)\n"}
{"Action":"skip","Package":"x/a","Test":"TestProofOne"}
{"Action":"skip","Package":"x/a","Test":"TestProofTwo"}
{"Action":"output","Package":"x/a","Output":"PASS\n"}
{"Action":"output","Package":"x/a","Output":"ok  \tx/a\t0.004s\n"}
{"Action":"pass","Package":"x/a","Elapsed":0.005}
{"Action":"output","Package":"x/b","Test":"TestBad/case","Output":"        b_test.go:3: 1, want 2\n"}
{"Action":"output","Package":"x/b","Test":"TestBad/case","Output":"    --- FAIL: TestBad/case (0.00s)\n"}
{"Action":"fail","Package":"x/b","Test":"TestBad/case"}
{"Action":"output","Package":"x/b","Test":"TestEnded","Output":"panic: test timed out\n"}
{"Action":"output","Package":"x/b","Output":"FAIL\tx/b\t0.004s\n"}
{"Action":"fail","Package":"x/b","Elapsed":0.005}
{"Action":"output","Package":"x/c","Output":"?   \tx/c\t[no test files]\n"}
{"Action":"skip","Package":"x/c"}
go: something else
`
	var out strings.Builder
	r := testReport{out: &out}
	if err := r.read(strings.NewReader(events)); err != nil {
		t.Fatal(err)
	}
	want := "x/d.go:3:1: undefined: y\nok  \tx/a\t0.004s\n        b_test.go:3: 1, want 2\n    --- FAIL: TestBad/case (0.00s)\npanic: test timed out\nFAIL\tx/b\t0.004s\ngo: something else\n"
	if out.String() != want {
		t.Errorf("it says\n%s", out.String())
	}
	if want := []string{"TestProofOne: go run ./cmd/dev prove runs it", "TestProofTwo: it does not say why"}; !slices.Equal(r.skipped, want) {
		t.Errorf("skipped are %q", r.skipped)
	}
}
