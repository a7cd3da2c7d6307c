package web

import (
	"context"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/office"
)

type chatQuery struct {
	ID    string `path:"id" maxLength:"64"`
	After int    `query:"after" minimum:"0" maximum:"2147483647" doc:"The number of the last line that you have seen."`
}

type chatBody struct {
	Lines []lineBody `json:"lines" doc:"At most 100 in one answer."`
	Last  int        `json:"last" doc:"The number of the last line that was looked at: ask for what comes after it until nothing comes."`
}

type lineBody struct {
	N      int       `json:"n"`
	At     time.Time `json:"at"`
	Author string    `json:"author"`
	Text   string    `json:"text" doc:"Empty if the operator took it away."`
}

// apiChat lists what was said beside a match.
func (s *site) apiChat(ctx context.Context, who caller, in *chatQuery) (*reply[chatBody], error) {
	v, err := s.office.Match(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	lines, last, err := s.office.Lines(ctx, who.player.ID, in.ID, in.After)
	if err != nil {
		return nil, err
	}
	chat := chatBody{Lines: make([]lineBody, len(lines)), Last: last}
	for i, l := range lines {
		chat.Lines[i] = lineBody{N: l.N, At: l.At, Text: l.Text}
		for _, seat := range v.Match.Seats {
			if seat.Player.ID == l.Author {
				chat.Lines[i].Author = nameOf(seat.Player)
			}
		}
	}
	return &reply[chatBody]{chat}, nil
}

type sayRequest struct {
	ID   string `path:"id" maxLength:"64"`
	Key  string `header:"Idempotency-Key" doc:"Names this request, at most 64 bytes: sent again under the same key it says nothing more."`
	Body struct {
		Text string `json:"text" doc:"One line."`
	}
}

// apiSay says something beside a match.
func (s *site) apiSay(ctx context.Context, who caller, in *sayRequest) (*struct{}, error) {
	if err := checkKey(in.Key); err != nil {
		return nil, err
	}
	return nil, s.office.Say(ctx, who.player, office.Saying{Match: in.ID, Text: in.Body.Text, Key: in.Key, Arrived: who.arrived})
}

type playerPath struct {
	Name string `path:"name" maxLength:"200" doc:"A player's name, or a bot as in bot:greedy."`
}

// recordBody is a player with what he has played.
type recordBody struct {
	Name    string            `json:"name"`
	Kind    league.PlayerKind `json:"kind" enum:"guest,member,bot,deleted"`
	Since   time.Time         `json:"since"`
	Won     int               `json:"won"`
	Drawn   int               `json:"drawn"`
	Lost    int               `json:"lost"`
	Goals   int               `json:"goals"`
	Against int               `json:"against" doc:"Goals of his opponents."`
}

// apiPlayer shows a player and counts his matches.
func (s *site) apiPlayer(ctx context.Context, _ caller, in *playerPath) (*reply[recordBody], error) {
	p, err := s.named(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	tallies, err := s.office.Tallies(ctx, p.ID, "")
	if err != nil {
		return nil, err
	}
	sum := league.Sum(tallies)
	return &reply[recordBody]{recordBody{nameOf(p), p.Kind, p.Created, sum.Won, sum.Drawn, sum.Lost, sum.Goals, sum.GoalsAgainst}}, nil
}

// named finds a player by his name, or a bot by its id.
func (s *site) named(ctx context.Context, name string) (league.Player, error) {
	if strings.HasPrefix(name, "bot:") {
		return s.office.Player(ctx, name)
	}
	return s.office.PlayerByName(ctx, name)
}
