package scene

import "kickabout/engine"

// scenes are moments in which both keepers are at home and Side can score at once, each by another throw. They come
// from games of the bot against itself.
var scenes = []scene{
	{seed: 138, moves: []engine.Move{"Pd2e4f9", "Pa8d4e6", "Bf6", "Md4d3", "Me4d4", "Md3e3", "Md5f6|Bf8", "Mc6c7"}},
	{seed: 377, moves: []engine.Move{"Pa6c4d9", "Pb4e4e7", "Be6", "Me7e6|Bf3", "Mc4f3|Bf5", "Me6f5|Bc3", "Md5c3|Ba7", "Mc6a7|Bc7"}},
	{seed: 2383, moves: []engine.Move{"Pb8c9e6", "Pb3b9c4", "Bf8", "Mc4f7", "Me6e5", "Mc6e7", "Mc9f8|Bc7", "Mb9a0", "Mf8c7|Bc8", "Mf7e8"}},
	{seed: 1128, moves: []engine.Move{"Pb7c9d7", "Pd8e2e3", "Bf7", "Me2d2", "Mc1d1", "Mc6e7", "Md7f7|Bc6", "Me7c6|Bb4", "Md5b4|Bb9", "Me3d3"}},
}
