package office_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/games"
	"kickabout/league"
	playing "kickabout/league/play"
	"kickabout/league/tournaments"
)

// everyRules lists each variant of each game that is not retired with the last value of every option: the
// shortest matches.
func everyRules(t *testing.T) (all []string) {
	t.Helper()
	for _, g := range games.All() {
		for _, v := range g.Info().Live() {
			text := g.Info().ID + "/" + v.ID
			for _, o := range g.Info().Options {
				if !o.Fits(v.ID) || o.Friendly {
					continue
				}
				text += "," + o.ID + "=" + strconv.Itoa(o.Values[len(o.Values)-1])
			}
			all = append(all, text)
		}
	}
	return all
}

func TestATournamentOfEveryGameIsPlayedToItsEnd(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, _ league.Player) {
		for _, rules := range everyRules(t) {
			cup := c.mustOpen(ann, func(p *tournaments.TournamentProposal) {
				p.Rules, p.Places, p.Start = rules, "3", tournaments.StartFull
			})
			for _, bot := range []string{"bot:random", "bot:greedy"} {
				c.must(c.InviteBot(t.Context(), ann, cup.ID, bot))
			}
			c.playOut(cup.ID, nil, func(league.Match) bool { return true }) // Ann resigns, the bots play
			v := c.tournament(cup.ID)
			if got := v.Tournament.Game + "/" + v.Tournament.Variant; got != rules || len(v.Tournament.Winners()) == 0 {
				t.Errorf("%s: played as %s, won by %v", rules, got, v.Tournament.Winners())
			}
			played := 0
			for _, m := range v.Matches {
				o := c.mustMatch(m.ID).Record.Outcome()
				if _, ok := league.Standard().Points(o); !ok {
					t.Errorf("%s: %+v has no price", rules, o)
				}
				if o.Ending != engine.Resignation {
					played++
				}
			}
			if played != 1 || len(v.Matches) != 3 {
				t.Errorf("%s: %d of %d matches were played out", rules, played, len(v.Matches))
			}
		}
	})
}

func TestEveryGameIsOfferedAcceptedAndPlayed(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		r := rand.New(rand.NewPCG(8, 8))
		for _, rules := range everyRules(t) {
			offer := c.mustPropose(ann, func(p *playing.Proposal) { p.Rules = rules })
			m, err := c.accept(bob, offer.ID)
			if err != nil {
				t.Fatal(err)
			}
			if got := m.Game + "/" + m.Variant; got != rules {
				t.Errorf("offered %s, played %s", rules, got)
			}
			again, err := c.Rematch(t.Context(), bob, m.ID)
			if err != nil || again.Rules != rules {
				t.Errorf("once more: %q, %v", again.Rules, err)
			}
			for range 6 {
				v := c.mustMatch(m.ID)
				if mover, ok := v.Match.Mover(); ok {
					_, err := c.Play(t.Context(), mover, playing.Turn{Match: m.ID, Seen: v.Record.Seq, Move: v.Record.Position.Random(r), Arrived: c.Now()})
					c.must(err)
				}
			}
		}
	})
}

func TestBotsAnswerInEveryGame(t *testing.T) {
	each(t, func(t *testing.T, c *club, _, _ league.Player) {
		for _, rules := range everyRules(t) {
			for _, bot := range []string{"bot:random", "bot:greedy"} {
				m, err := c.begin(c.guest(), func(p *playing.Proposal) { p.Rules, p.Opponent, p.Kickoff = rules, bot, league.KickoffYou })
				if err != nil {
					t.Fatal(err)
				}
				for range 20 { // until the guest must move
					c.must(c.MoveBots(t.Context()))
				}
				v := c.mustMatch(m.ID)
				if mover, ok := v.Match.Mover(); ok && mover.Kind == league.Bot {
					t.Errorf("%s: %s does not answer at %s", rules, bot, v.Record.Position)
				}
			}
		}
	})
}

func TestRulesAreReadAsFormsWriteThem(t *testing.T) {
	each(t, func(t *testing.T, c *club, _, _ league.Player) {
		for typed, want := range map[string]string{
			"streetsoccer/lg": "lg", "onetwofun/basic": "basic", "onetwofun/basic,goals=7": "basic", "onetwofun/blocking,goals=3": "blocking,goals=3",
		} {
			if _, got, err := c.Rules(typed); got != want || err != nil {
				t.Errorf("%s is read as %q, %v", typed, got, err)
			}
		}
		for typed, want := range map[string][2]string{
			"": {"rules", "There is no game"}, "chess/lg": {"rules", "There is no game"}, "streetsoccer/": {"rules", "There is no game"},
			"streetsoccer/lg,goals=3": {"rules", "There is no game"}, "onetwofun/basic,": {"", ""}, "onetwofun/basic,goals": {"onetwofun.goals", "choose 7, 5 or 3."},
			"onetwofun/basic,goals=4": {"onetwofun.goals", "Goals to win: choose 7, 5 or 3."}, "onetwofun/basic,goals=3,x=1": {"rules", "There is no game"},
		} {
			_, _, err := c.Rules(typed)
			fields := league.Fields(err)
			if len(fields) != min(1, len(want[0])) || want[0] != "" && !strings.Contains(fmt.Sprint(fields[want[0]]), want[1]) {
				t.Errorf("%q is refused by %v, want %v", typed, fields, want)
			}
		}
	})
}
