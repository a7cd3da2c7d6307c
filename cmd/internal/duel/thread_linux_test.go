package duel

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/games/streetsoccer"
)

// busy plays any move while many others work beside it, and waits for them.
type busy struct{ bot.Bot }

func (b busy) Move(p engine.Position, r *rand.Rand) engine.Move {
	var others sync.WaitGroup
	for range 4 {
		others.Go(func() {
			runtime.LockOSThread() // it ends with the goroutine
			for start := processorTime(); processorTime()-start < busyFor; {
			}
		})
	}
	others.Wait()
	return b.Bot.Move(p, r)
}

// busyFor is what each of the others works.
const busyFor = 25 * time.Millisecond

// What others do meanwhile is no time of a bot's.
func TestAMoveTakesTheTimeOfItsThread(t *testing.T) {
	random, err := bot.ByID("random")
	if err != nil {
		t.Fatal(err)
	}
	start, err := streetsoccer.Game{}.Start("lg")
	if err != nil {
		t.Fatal(err)
	}
	d := Duel{players: [2]bot.Bot{busy{random}, random}, start: start}
	d.ask(0, start, rand.New(rand.NewPCG(1, 1)))
	if d.slowest[0] >= busyFor {
		t.Errorf("the move took %v", d.slowest[0])
	}
}
