package scene

import "kickabout/engine"

// sets are the scenes by the ids of their games: moments in which Side can score at once. They come from games of the bot
// against itself.
var sets = map[string]set{
	"streetsoccer": {"lg", []scene{ // both keepers are at home, and each scene has another throw
		{seed: 138, moves: []engine.Move{"Pd2e4f9", "Pa8d4e6", "Bf6", "Md4d3", "Me4d4", "Md3e3", "Md5f6|Bf8", "Mc6c7"}},
		{seed: 377, moves: []engine.Move{"Pa6c4d9", "Pb4e4e7", "Be6", "Me7e6|Bf3", "Mc4f3|Bf5", "Me6f5|Bc3", "Md5c3|Ba7", "Mc6a7|Bc7"}},
		{seed: 2383, moves: []engine.Move{"Pb8c9e6", "Pb3b9c4", "Bf8", "Mc4f7", "Me6e5", "Mc6e7", "Mc9f8|Bc7", "Mb9a0", "Mf8c7|Bc8", "Mf7e8"}},
		{seed: 1128, moves: []engine.Move{"Pb7c9d7", "Pd8e2e3", "Bf7", "Me2d2", "Mc1d1", "Mc6e7", "Md7f7|Bc6", "Me7c6|Bb4", "Md5b4|Bb9", "Me3d3"}},
	}}, "onetwofun": {"basic", []scene{
		{seed: 101, moves: []engine.Move{"K f8,g8,h8", "h8-g9 g8-c12", "c12-f15 g9-d12"}},
		{seed: 108, moves: []engine.Move{"K d8,e8,f8", "d8-j14 e8-i12", "f8-d10 i12-h13"}},
		{seed: 198, moves: []engine.Move{"K f8,g8,h8", "g8-c12 f8-g9", "g9-j12 h8-b14", "b14-a15 c12-e14"}},
		{seed: 777, moves: []engine.Move{"K d8,e8,f8", "f8-g9 e8-g10", "d8-a11 g9-a15"}},
	}},
	"cufootball": {"classic", []scene{ // a man stands at the ball before the goal
		{seed: 1161, moves: []engine.Move{"Sa1a3b1b3e3e5f5g1g3h5;L", "Sa2c2c4d2d6e4f4g6h6i2", "Me5g1>d5h2 G21", "M> G21", "Kb3>NE", "Mb1g3>c1g4", "Mc2>b2"}},
		{seed: 1214, moves: []engine.Move{"Sa1b3c3e1e3e5f3h5i3i5;L", "Sb2b4b6c6d2d4e2f4i4i6", "Me1f3i3>d1f2h2", "Mc6>c5", "Ke3>NE", "Mf2h2>f3g1", "M> G21"}},
		{seed: 667, moves: []engine.Move{"Sa1a3a5c1d1e3e5f5h1h3;R", "Sa2b6c2d4e4f2g2g4g6i4", "Ma5e5>b5d5", "Mg2>h2 G21", "Kh3>NW", "Mf5h3>f4g3 G21", "Mh2>h3"}},
		{seed: 1053, moves: []engine.Move{"Sa1a3b5c3e1e3e5g3h3i1;R", "Sa2a4c2d4e2f2f4g6h4i6", "Ma1c3>c1d3", "Mg6>g5", "Ke3>NW", "Me3>e4 G21", "M> G12"}},
	}},
}
