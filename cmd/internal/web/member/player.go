package member

import (
	"context"
	"maps"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/views/member"
	"kickabout/views/series"
)

// How much a player's page shows.
const (
	playingShown   = 12  // running matches
	opponentsShown = 10  // whom they have met most often
	curveReadings  = 500 // the latest, of a rating
)

// Page is a player's page; the others are its parts.
func (s *Players) Page(c echo.Context) error { return s.part(c, member.PartOverview) }

// Games is what a player plays and has played.
func (s *Players) Games(c echo.Context) error { return s.part(c, member.PartGames) }

// Record is what has come of it.
func (s *Players) Record(c echo.Context) error { return s.part(c, member.PartRecord) }

// Trophies is where a player stands in competitions, and what was won.
func (s *Players) Trophies(c echo.Context) error { return s.part(c, member.PartTrophies) }

// RatingsOf are the ratings of a player.
func (s *Players) RatingsOf(c echo.Context) error { return s.part(c, member.PartRatings) }

// part answers with a part of what there is to tell of a player.
func (s *Players) part(c echo.Context, part member.PlayerPart) error {
	ctx := c.Request().Context()
	who, err := s.office.Player(ctx, c.Param("id"))
	if err != nil {
		return err
	}
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	in := member.PlayerInput{Frame: frame, Part: part, Games: s.office.Games(), Player: who}
	if who.Kind == league.Program {
		if in.Program, err = s.office.Programs.Program(ctx, who.ID); err != nil {
			return err
		}
	}
	if err := s.addRelation(ctx, &in); err != nil {
		return err
	}
	add := map[member.PlayerPart]func(echo.Context, *member.PlayerInput) error{
		member.PartOverview: s.addOverview, member.PartGames: s.addGames, member.PartRecord: s.addRecord, member.PartTrophies: s.addTrophies, member.PartRatings: s.addRatings,
	}
	if err := add[part](c, &in); err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, member.Player(member.NewPlayerPage(in)))
}

// addRelation adds what is between the viewer and the player, and whether the player is away.
func (s *Players) addRelation(ctx context.Context, in *member.PlayerInput) (err error) {
	if in.Viewer.ID != "" {
		if in.Muted, in.Blocked, err = s.office.Avoids(ctx, in.Viewer, in.Player); err != nil {
			return err
		}
	}
	vacation, on, err := s.office.OnVacation(ctx, in.Player.ID)
	if on {
		in.Away = vacation.Ends
	}
	return err
}

// latestShown is how many of the latest games the page of a player shows.
const latestShown = 5

// overview is what the page of a player tells everybody.
type overview struct {
	pace    league.Pace
	ratings []member.PlayerRating
	over    []league.Match // the latest
}

func (s *Players) addOverview(c echo.Context, in *member.PlayerInput) (err error) {
	ctx := c.Request().Context()
	known, err := request.Piece(s.Site, c, "overview of "+in.Player.ID, func(viewer league.Viewer) (o overview, err error) {
		if o.pace, err = s.office.Pace(ctx, viewer, in.Player); err != nil {
			return o, err
		}
		if o.ratings, err = s.playersRatings(ctx, viewer, in.Player); err != nil {
			return o, err
		}
		o.over, _, err = s.office.PartOf(ctx, viewer, in.Player.ID, league.Over, league.Place{}, latestShown)
		return o, err
	})
	if err != nil {
		return err
	}
	in.Pace, in.Ratings, in.Over = known.pace, known.ratings, known.over
	if meets(in) {
		tallies, err := s.office.Tallies(ctx, s.Sees(c), in.Viewer.ID, in.Player.ID)
		if err != nil {
			return err
		}
		in.Between.Tally = league.Sum(tallies)
	}
	return nil
}

func (s *Players) addGames(c echo.Context, in *member.PlayerInput) error {
	running, err := s.office.PlayedBy(c.Request().Context(), s.Sees(c), in.Player.ID, playingShown)
	if err != nil {
		return err
	}
	for _, m := range running {
		if _, ok := m.Mover(); ok {
			in.Running = append(in.Running, m)
		}
	}
	in.Over, in.Older, in.OverEnd, err = s.matches.Over(c, in.Player.ID)
	return err
}

func (s *Players) addRecord(c echo.Context, in *member.PlayerInput) (err error) {
	ctx, who := c.Request().Context(), in.Player.ID
	if in.Tallies, err = s.office.Tallies(ctx, s.Sees(c), who, ""); err != nil {
		return err
	}
	if in.ByGame, err = s.office.GameTallies(ctx, s.Sees(c), who, ""); err != nil {
		return err
	}
	if in.Met, err = s.office.MostMet(ctx, s.Sees(c), who, opponentsShown); err != nil {
		return err
	}
	if err := s.addMeetings(c, in); err != nil {
		return err
	}
	in.Worth, err = s.office.LuckOf(ctx, s.Sees(c), who)
	return err
}

// meets says that the viewer is somebody else, who may have met the player.
func meets(in *member.PlayerInput) bool { return in.Viewer.ID != "" && in.Viewer.ID != in.Player.ID }

// addMeetings adds what the viewer has played against the player.
func (s *Players) addMeetings(c echo.Context, in *member.PlayerInput) (err error) {
	if !meets(in) {
		return nil
	}
	ctx, me, them := c.Request().Context(), in.Viewer.ID, in.Player.ID
	if in.Between.ByGame, err = s.office.GameTallies(ctx, s.Sees(c), me, them); err != nil {
		return err
	}
	in.Between.Tally = league.Sum(slices.Collect(maps.Values(in.Between.ByGame)))
	in.Between.Latest, err = s.office.MatchesBetween(ctx, s.Sees(c), me, them, member.MeetingsShown)
	return err
}

func (s *Players) addTrophies(c echo.Context, in *member.PlayerInput) error {
	entered, stands, err := s.standings(c.Request().Context(), s.Sees(c), in.Player.ID)
	in.InNow, in.WasIn = series.StandingLines(in.Games, in.Player.ID, stands)
	in.Won = series.Trophies(in.Games, in.Player.ID, entered)
	return err
}

func (s *Players) addRatings(c echo.Context, in *member.PlayerInput) (err error) {
	ctx := c.Request().Context()
	if in.Ratings, err = s.playersRatings(ctx, s.Sees(c), in.Player); err != nil {
		return err
	}
	gains, err := s.office.Gains(ctx, s.Sees(c), in.Player.ID)
	for i := range in.Ratings {
		in.Ratings[i].Gains = gains[in.Ratings[i].Line.Pool]
	}
	return err
}

// playersRatings returns a player's ratings with their latest changes.
func (s *Players) playersRatings(ctx context.Context, viewer league.Viewer, who league.Player) ([]member.PlayerRating, error) {
	lines, err := s.office.PlayersRatings(ctx, who)
	if err != nil {
		return nil, err
	}
	pools := make([]league.Pool, len(lines))
	for i, l := range lines {
		pools[i] = l.Pool
	}
	changes, err := s.office.RatingHistory(ctx, viewer, who.ID, curveReadings, pools...)
	if err != nil {
		return nil, err
	}
	history := map[league.Pool][]league.Change{}
	for _, c := range changes {
		history[c.Pool] = append(history[c.Pool], c)
	}
	ratings := make([]member.PlayerRating, len(lines))
	for i, l := range lines {
		ratings[i] = member.PlayerRating{Line: l, History: history[l.Pool]}
	}
	return ratings, nil
}

// How much is told of a player's tournaments.
const (
	trophiesRead   = 200 // tournaments in which trophies are looked for
	standingsShown = 8   // tournaments with their place
)

// standings reads the tournaments of a player, and where they stand in those that are being
// played or ended last.
func (s *Players) standings(ctx context.Context, viewer league.Viewer, player string) (all []league.Tournament, stands []series.Standing, err error) {
	if all, err = s.office.EntriesOf(ctx, viewer, player, trophiesRead); err != nil {
		return nil, nil, err
	}
	shown := slices.Clone(all)
	slices.SortStableFunc(shown, func(a, b league.Tournament) int { return b.Ended.Compare(a.Ended) })
	slices.SortStableFunc(shown, func(a, b league.Tournament) int {
		switch {
		case a.Ended.IsZero() && !b.Ended.IsZero():
			return -1
		case b.Ended.IsZero() && !a.Ended.IsZero():
			return 1
		}
		return 0
	})
	for _, t := range shown[:min(standingsShown, len(shown))] {
		stand := series.Standing{Tournament: t}
		if t.State != league.Registration && !t.Rolling {
			v, err := s.office.Tournament(ctx, viewer, t.ID)
			if err != nil {
				return nil, nil, err
			}
			for _, g := range v.Groups {
				for _, r := range g.Rows {
					if r.Player == player {
						stand.Row = &r
					}
				}
			}
		}
		stands = append(stands, stand)
	}
	return all, stands, nil
}
