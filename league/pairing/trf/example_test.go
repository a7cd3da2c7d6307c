package trf_test

import (
	"fmt"
	"strings"

	"kickabout/league/pairing/swiss"
	"kickabout/league/pairing/trf"
)

// A tournament file after its first round is read, its second round paired and written behind it.
func ExampleRead() {
	file, err := trf.Read([]byte(strings.Join([]string{
		"012 Example cup",
		"142 3",
		"001    1      Ann                               1800                             1.0          3 w 1",
		"001    2      Bob                               1700                             1.0          4 b 1",
		"001    3      Cleo                              1600                             0.0          1 b 0",
		"001    4      Dan                               1500                             0.0          2 w 0",
	}, "\n")))
	if err != nil {
		panic(err)
	}
	tournament, err := file.Tournament()
	if err != nil {
		panic(err)
	}
	round, err := swiss.Next(tournament)
	if err != nil {
		panic(err)
	}
	for _, p := range round.Pairs {
		fmt.Printf("%s v %s\n", file.Players[p.First].Name(), file.Players[p.Second].Name())
	}
	fmt.Println("rounds in the file:", file.Pair(round.Pairs, nil).Played(), "of", file.Rounds)
	// Output:
	// Bob v Ann
	// Cleo v Dan
	// rounds in the file: 2 of 3
}
