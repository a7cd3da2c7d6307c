package league

// Bounds of terms.
const (
	mostCheckIn   = 72 // hours
	mostRoundDays = 365
	mostRounds    = 20
	mostFinished  = 1000
	mostBots      = 100
)

// uses says that the format names the term among those it uses.
func uses(name string) func(TermContext) bool {
	return func(c TermContext) bool { return c.Format.Uses(name) }
}

// onADay says that the tournament starts by itself on a day, or may be made to.
func onADay(c TermContext) bool { return c.AtDesk() || c.Start == StartDay }

func between(from, to int) func(TermContext) (int, int) {
	return func(TermContext) (int, int) { return from, to }
}

// terms are the terms in the order in which the log has them; new ones go to the end, so that texts
// stay as they are. The name and the places stand in the log before all others.
var terms = []Term{
	{
		Name: "name", Kind: Text, At: func(t *TournamentTerms) any { return &t.Name }, Until: Running, ByHand: true,
		Desk: Asking{Place: 1, Label: "Name"},
	},
	{
		Name: "places", Kind: Number, At: func(t *TournamentTerms) any { return &t.Places }, Until: Registration, ByHand: true,
		Desk: Asking{Place: 2, Label: "Places"},
	},
	{Name: "competition", Log: "of", Kind: Text, At: func(t *TournamentTerms) any { return &t.Competition }, ByHand: true},
	{Name: "edition", Log: "edition", Kind: Text, At: func(t *TournamentTerms) any { return &t.Edition }, ByHand: true},
	{
		Name: "profile", Log: "profile", Kind: Text, At: func(t *TournamentTerms) any { return &t.Profile }, Until: Running, ByHand: true,
		Desk: Asking{Place: 9, Label: "What ranks players in the table", Doc: "What ranks players."},
	},
	{
		Name: "no_vacation", Log: "vacation=no", Kind: Flag, At: func(t *TournamentTerms) any { return &t.NoVacation }, Until: Registration, ByHand: true,
		Part: PartPlay, Form: Asking{Place: 10, Label: "No vacation: clocks stop for nobody", Doc: "Clocks stop for nobody's vacation."},
	},
	{
		Name: "closes", Log: "closes", Kind: When, At: func(t *TournamentTerms) any { return &t.Closes }, Until: Registration, ByHand: true,
		Part: PartBefore, Form: Asking{Place: 3, Label: "Entries close", Hint: "Of UTC. Empty: when it starts.", Doc: "No entries from then on; none: until the start."},
		Desk: Asking{Place: 7, Label: "Entries close on", Hint: "UTC. Empty: at the start.", Doc: "Likewise; empty: at the start."},
		Fits: func(c TermContext) bool { return c.Start != StartFull },
		Check: func(c TermContext) string {
			if !c.Terms.Starts.IsZero() && c.Terms.Closes.After(c.Terms.Starts) {
				return "Entries close before it starts."
			}
			return ""
		},
	},
	{
		Name: "starts", Log: "starts", Kind: When, At: func(t *TournamentTerms) any { return &t.Starts }, Until: Registration, ByHand: true,
		Part: PartStart, Form: Asking{Label: "The day, if it starts on one", Hint: "Day and time of UTC.", Doc: "The day, with start day."},
		Desk: Asking{Place: 4, Label: "Starts on", Hint: "UTC. Empty: no fixed day.", Doc: "As in 2027-05-01T18:00, UTC; empty: no fixed day."},
		Fits: onADay,
		Check: func(c TermContext) string {
			if c.Start == StartDay && c.Terms.Starts.IsZero() {
				return "Choose the day on which it starts."
			}
			return ""
		},
	},
	{Name: "late", Log: "late", Kind: When, At: func(t *TournamentTerms) any { return &t.Late }, Until: Registration, ByHand: true},
	{
		Name: "least", Log: "least", Kind: Number, At: func(t *TournamentTerms) any { return &t.Least }, Until: Registration, ByHand: true,
		Part: PartBefore, Form: Asking{Place: 1, Label: "At least, on its day", Hint: "Players without whom it is called off.", Doc: "Entries without which it is called off on its day."},
		Desk: Asking{Place: 5, Label: "Least number of players", Hint: "With fewer on its day it is cancelled. Empty: what the format takes.", Doc: "Players without which it is cancelled on its day."},
		Fits: onADay,
		Bounds: func(c TermContext) (from, to int) {
			if c.AtDesk() {
				return c.Format.MinEntries, c.Terms.Places
			}
			return 2, max(2, c.Terms.Places)
		},
	},
	{
		Name: "check_in", Log: "checkin", Alias: "checkin", Kind: Hours, At: func(t *TournamentTerms) any { return &t.CheckIn }, Until: Registration, ByHand: true,
		Part: PartBefore, Form: Asking{Place: 2, Label: "Check-in, hours before", Hint: "Entrants who do not check in by then are left out.", Doc: "Hours before the start in which entrants say that they are there."},
		Desk: Asking{Place: 6, Label: "Check-in opens, hours before the start", Hint: "Who does not check in is left out. Empty: nobody need.", Doc: "Hours before the start."},
		Fits: onADay, Bounds: between(1, mostCheckIn),
		Check: func(c TermContext) string {
			if c.AtDesk() && c.Terms.CheckIn > 0 && c.Terms.Starts.IsZero() {
				return "A check-in takes a day on which it starts."
			}
			return ""
		},
	},
	{
		Name: "waiting", Log: "waiting", Kind: Flag, At: func(t *TournamentTerms) any { return &t.Waiting }, Until: Registration, ByHand: true, Moot: true,
		Part: PartBefore, Form: Asking{Place: 4, Label: "A waiting list, when all places are taken", Doc: "Changes nothing: every full tournament keeps a waiting list."},
		Desk: Asking{Place: 3, Label: "Who enters when it is full waits for a place"},
		Fits: func(c TermContext) bool { return c.AtDesk() || c.Start != StartFull && c.Format.Boards == 0 },
	},
	{
		Name: "joining", Log: "joining", Kind: Flag, At: func(t *TournamentTerms) any { return &t.Joining }, Until: Running, ByHand: true,
		Part: PartBefore, Form: Asking{Place: 5, Label: "Late entries, where the format has a seat for them", Doc: "With late entries, where the format has seats for them."},
		Desk: Asking{Place: 12, Label: "Players may enter while it is played"},
		Fits: uses("joining"), Rare: true,
	},
	{
		Name: "private", Log: "private", Kind: Flag, At: func(t *TournamentTerms) any { return &t.Private }, Until: Running, ByHand: true,
		Part: PartEntry,
		Form: Asking{
			Place: 6, Label: "Private: only who is in it, invited or directs it sees it and its games, which are not rated",
			Doc: "Only who is in it, invited or directs it knows of it; its matches are not rated.",
		},
		Desk: Asking{
			Place: 11, Label: "Only who is in it, invited or directs it sees it; games that begin then are not rated",
			Doc: "Only who is in it, invited or directs it knows of it; matches that begin then are not rated.",
		},
	},
	{
		Name: "by_invitation", Log: "invited", Kind: Flag, At: func(t *TournamentTerms) any { return &t.ByInvite }, Until: Registration, ByHand: true,
		Part: PartEntry, Form: Asking{Place: 5, Label: "Only players whom I invite"},
	},
	{Name: "password", Log: "password", Kind: Flag, At: func(t *TournamentTerms) any { return &t.Password }, Until: Registration, ByHand: true},
	{
		Name: "no_bots", Log: "bots=no", Kind: Flag, At: func(t *TournamentTerms) any { return &t.NoBots }, Until: Registration, ByHand: true,
	},
	{
		Name: "seeding", Log: "seeding", Kind: Choice, At: func(t *TournamentTerms) any { return &t.Seeding }, Until: Registration, ByHand: true,
		Part: PartOrder, Form: Asking{Label: "Seeding", Doc: "lot (if you say nothing), rating or hand."},
		Options: []TermOption{{SeedLot, "Random draw"}, {SeedRating, "By rating, the strongest first"}, {SeedHand, "By hand, on the organiser page"}},
	},
	{
		Name: "rounds", Log: "rounds", Kind: Number, At: func(t *TournamentTerms) any { return &t.Rounds }, Until: Registration, ByHand: true,
		Part: PartPlay, Form: Asking{Place: 2, Label: "Rounds", Hint: "Where the format leaves it open. Empty: as many as it takes.", Doc: "Of a Swiss; 0: as many as it takes."},
		Fits: uses("rounds"), Rare: true, Bounds: between(1, mostRounds),
	},
	{
		Name: "group_size", Log: "groupsize", Kind: Number, At: func(t *TournamentTerms) any { return &t.GroupSize }, Until: Registration, ByHand: true,
		Part: PartPlay, Form: Asking{Place: 3, Label: "Players in a group", Hint: "Where players are in groups: 3 to 8.", Doc: "Players in each group of a first stage: 3 to 8."},
		Fits: uses("group_size"), Bounds: between(3, 8),
	},
	{
		Name: "through", Log: "through", Kind: Number, At: func(t *TournamentTerms) any { return &t.Through }, Until: Registration, ByHand: true,
		Part: PartPlay, Form: Asking{Place: 4, Label: "Go on from each group", Hint: "1 to 4.", Doc: "How many of each group go on: 1 to 4."},
		Fits: uses("through"), Bounds: between(1, 4),
	},
	{
		Name: "third_place", Log: "third", Kind: Flag, At: func(t *TournamentTerms) any { return &t.ThirdPlace }, Until: Registration, ByHand: true,
		Part: PartPlay, Form: Asking{Place: 7, Label: "In a knock-out: who loses a semi-final plays for third", Doc: "The losers of the semi-finals of a knock-out play for it."},
		Desk: Asking{Place: 8, Label: "Who loses a semi-final plays for third", Doc: "The losers of the semi-finals of a knock-out play for it; before the start."},
		Fits: uses("third_place"),
	},
	{
		Name: "round_days", Log: "days", Alias: "rounddays", Kind: Number, At: func(t *TournamentTerms) any { return &t.RoundDays }, Until: Running, ByHand: true,
		Part: PartPlay,
		Form: Asking{
			Place: 1, Label: "Days for a round", Hint: "Where there are rounds; then the board decides. Empty: any number.",
			Doc: "Days after which the matches of a round are adjudicated; 0: never.",
		},
		Desk: Asking{Place: 10, Label: "Days for a round", Hint: "What is not over then is decided by its board. Empty: any number."},
		Fits: func(c TermContext) bool { return c.AtDesk() || c.Format.Uses("round_days") }, Bounds: between(1, mostRoundDays),
	},
	{Name: "boards", Log: "boards", Kind: Number, At: func(t *TournamentTerms) any { return &t.Boards }, ByHand: true},
	{
		Name: "at_once", Log: "atonce", Kind: Flag, At: func(t *TournamentTerms) any { return &t.AtOnce }, Until: Registration, ByHand: true,
		Part: PartPlay, Form: Asking{Place: 8, Label: "Teams play all their matches at once, not one after the other", Doc: "Of a team league: teams play all their matches at once."},
		Fits: uses("at_once"),
	},
	{
		Name: "duplicate", Log: "duplicate", Kind: Flag, At: func(t *TournamentTerms) any { return &t.Duplicate }, Until: Registration, ByHand: true,
		Part: PartPlay,
		Form: Asking{
			Place: 6, Label: "Duplicate dice: both games of a pair have the same dice",
			Hint: "It leaves out much of the luck. For pairs that meet twice, or teams, whose boards play two games anyway. Each move is shown when the same move of the other game is in, and each throw waits for both games. For the fast and the live clock.",
			Doc:  "The two matches of a pair have the same throws and are kept in step; a move is shown once the twin has as many. Pairs must meet twice, but in a team league; the clock is fast or live.",
		},
		Check: func(c TermContext) string {
			if !c.AtDesk() && c.Format.ID != "" && c.Terms.Duplicate && !c.Format.MayDuplicate(c.Terms.Cycles) {
				return "The same dice take two games that begin together, with a kick-off each: let each pair meet twice."
			}
			if c.Terms.Duplicate && !c.Was.Duplicate && c.Control != "" && !MayPair(c.Control) {
				return "With the same dice each game waits for the other. Choose the fast or the live clock."
			}
			return ""
		},
	},
	{
		Name: "rating_from", Log: "from", Kind: Number, At: func(t *TournamentTerms) any { return &t.Window.From }, Until: Registration, ByHand: true,
		Part: PartEntry, Form: Asking{Place: 1, Label: "Rating from"}, Bounds: between(LowestWindow, HighestWindow),
	},
	{
		Name: "rating_to", Log: "to", Kind: Number, At: func(t *TournamentTerms) any { return &t.Window.To }, Until: Registration, ByHand: true,
		Part: PartEntry, Form: Asking{Place: 2, Label: "Rating up to", Hint: "The highest of the last 12 months counts.", Doc: "The highest of the last twelve months counts."},
		Bounds: between(LowestWindow, HighestWindow),
		Check: func(c TermContext) string {
			if w := c.Terms.Window; !c.AtDesk() && w.To > 0 && w.From > w.To {
				return "The upper bound is below the lower one."
			}
			return ""
		},
	},
	{
		Name: "finished", Log: "finished", Kind: Number, At: func(t *TournamentTerms) any { return &t.Finished }, Until: Registration, ByHand: true,
		Part: PartEntry, Form: Asking{Place: 3, Label: "Games finished, at least", Doc: "Matches that who enters must have finished."}, Bounds: between(1, mostFinished),
	},
	{
		Name: "flagged", Log: "flagged", Kind: Number, At: func(t *TournamentTerms) any { return &t.Flagged }, Until: Registration, ByHand: true,
		Part: PartEntry, Bounds: between(1, 100),
		Form: Asking{Place: 4, Label: "Lost on time, at most %", Hint: "Of the last 50 games.", Doc: "Percentage of the last 50 matches that who enters may have lost on time."},
	},
	{
		Name: "close_win", Log: "closewin", Kind: Flag, At: func(t *TournamentTerms) any { return &t.Pays }, Yes: CloseWinScoring, Until: Registration, ByHand: true,
		Part: PartPlay, Form: Asking{Place: 9, Label: "a win against all goals but one pays 4–1", Doc: "Of One-Two-Fun: a win pays 4-1 where the loser reached all goals but one."},
		Fits: func(c TermContext) bool { return c.Game.CloseWin }, Rare: true,
	},
	{Name: "berger", Log: "berger", Kind: Flag, At: func(t *TournamentTerms) any { return &t.Berger }, ByHand: true},
	{Name: "earned", Log: "earned", Kind: Flag, At: func(t *TournamentTerms) any { return &t.Earned }, ByHand: true},
	{
		Name: "bots", Log: "bots", Kind: Number, At: func(t *TournamentTerms) any { return &t.Bots }, Until: Registration, ByHand: true,
		Part: PartEntry, Form: Asking{Place: 7, Label: "Bots, at most", Hint: "Bots of the site and those of members. Empty: none. Once somebody has entered, all must agree to more.", Doc: "How many bots may play; none if you say nothing."},
		Desk:   Asking{Place: 13, Label: "Bots, at most", Hint: "Empty: none. More than that once somebody has entered: ask everybody, on the page of the tournament.", Doc: "How many bots may play; more only before the first entry."},
		Bounds: between(1, mostBots),
	},
}
