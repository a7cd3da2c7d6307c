package ui

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/puzzle"
)

// ChampionshipURL is the address of a championship.
func ChampionshipURL(c league.Competition) string {
	return "/championship/" + url.PathEscape(c.Game) + "/" + url.PathEscape(c.Variant)
}

// SeasonURL is the address of a season of a championship; of one that has not started,
// that of the championship.
func SeasonURL(t league.Tournament) string {
	c, _ := league.ParseCompetition(t.Competition)
	if t.Started.IsZero() {
		return ChampionshipURL(c)
	}
	return ChampionshipURL(c) + "/" + url.PathEscape(t.Edition)
}

// GroupURL is the address of a group of a season: "…/2027-05/d2-g3".
func GroupURL(t league.Tournament, g league.Group) string {
	return SeasonURL(t) + "/" + GroupPath(g)
}

// GroupPath names a group in an address: "d2-g3".
func GroupPath(g league.Group) string { return strings.ReplaceAll(string(g), "/", "-") }

// GroupOfURL undoes GroupPath.
func GroupOfURL(name string) league.Group { return league.Group(strings.Replace(name, "-g", "/g", 1)) }

// StepsQuery writes steps as the value of a query.
func StepsQuery(steps []engine.Step) string {
	texts := make([]string, len(steps))
	for i, s := range steps {
		texts[i] = url.QueryEscape(s.String())
	}
	return strings.Join(texts, ",")
}

// CompetitionURL is the address of a competition's page.
func CompetitionURL(c league.Competition) string {
	return "/" + c.Format + "/" + c.Game + "/" + c.Variant
}

// LadderURL is the address of a ladder's page.
func LadderURL(c league.Competition) string {
	return "/ladder/" + url.PathEscape(c.Game) + "/" + url.PathEscape(c.Variant)
}

// LadderPlayerURL is where a player's way on a ladder is drawn.
func LadderPlayerURL(c league.Competition, p league.Player) string {
	return LadderURL(c) + "/players/" + url.PathEscape(p.ID)
}

// LeagueRulesURL is where the rules of the league stand.
const LeagueRulesURL = "/rules/league"

// FullRulesURL is where a game's rules stand to the letter.
func FullRulesURL(game string) string { return RulesURL(game) + "/full" }

// DecisionURL is where a decision of a game stands in its rules to the letter.
func DecisionURL(game, id string) string { return fmt.Sprintf("%s#%s", FullRulesURL(game), id) }

// MatchURL is the address of a match.
func MatchURL(id string) string { return "/matches/" + id }

// OfferURL is the address of an offer.
func OfferURL(id string) string { return "/offers/" + id }

// RematchURL is where a match may be asked for once more; "" if it is not the viewer's or
// goes on. Games against bots begin on the front page.
func RematchURL(m league.Match, viewer league.Player) string {
	if m.State.ToMove != engine.NoSide || m.SideOf(viewer.ID) == engine.NoSide {
		return ""
	}
	query := "?rematch=" + url.QueryEscape(m.ID)
	for _, seat := range m.Seats {
		if seat.Player.Kind == league.Bot {
			return "/" + query
		}
	}
	return "/offers/new" + query
}

// PlayerURL is the address of a player's page. It holds their id, so that it outlives
// a change of their name.
func PlayerURL(p league.Player) string { return "/players/" + url.PathEscape(p.ID) }

// RatingsURL is the address of the rating list of a pool.
func RatingsURL(p league.Pool) string { return "/ratings?rules=" + url.QueryEscape(p.String()) }

// RulesURL is the address of the rules of a game.
func RulesURL(game string) string { return "/rules/" + game }

// LessonURL is the address of a card of a game's lesson, from 1.
func LessonURL(game string, card int) string { return fmt.Sprintf("/learn/%s/%d", game, card) }

// LearnURL is the address of all that there is to learn.
const LearnURL = "/learn"

// ChapterURL is the address of a chapter of a game's course.
func ChapterURL(game, chapter string) string { return RulesURL(game) + "/chapters/" + chapter }

// PuzzlesURL is the address of the puzzle of today.
const PuzzlesURL = "/puzzle"

// PuzzleURL is the address of the puzzle of a day.
func PuzzleURL(day puzzle.Day) string { return "/puzzles/" + string(day) }

// RulesID names rules as forms, programs and the database do: "streetsoccer/lg".
func RulesID(game, variant string) string { return game + "/" + variant }

// GrantURL is the address of the page, with who is chosen.
func GrantURL(t league.Tournament, player, other string) string {
	return TournamentURL(t.ID) + "/time" + "?player=" + url.QueryEscape(player) + "&other=" + url.QueryEscape(other)
}

// TeamURL is the address of the page of a team.
func TeamURL(tournament, team string) string { return TournamentURL(tournament) + "/teams/" + team }

// TeamMatchURL is the address of the sheet of a team match.
func TeamMatchURL(tournament string, key league.Key) string {
	return TournamentURL(tournament) + "/team-matches/" + TeamMatchID(key)
}

// TeamMatchID is how addresses write the key of a team match: "c1-r2-m1".
func TeamMatchID(key league.Key) string { return strings.ReplaceAll(string(key), "/", "-") }

// RequestURL is the address of what was written in a request for a ruling, by its event in the log of a tournament.
func RequestURL(tournament string, seq int) string {
	return TournamentURL(tournament) + "/requests/" + strconv.Itoa(seq)
}

// TournamentURL is the address of a tournament's page.
func TournamentURL(id string) string { return "/tournaments/" + url.PathEscape(id) }

// ImportedListURL is where tournaments stand that were played elsewhere.
const ImportedListURL = "/tournaments/archive"

// ImportedURL is the address of one of them.
func ImportedURL(id string) string { return ImportedListURL + "/" + url.PathEscape(id) }

// SceneURL is where the front page shows a scene of a game as far as moves have brought it, with the steps of a move that
// is begun; 0 is the scene of the day.
func SceneURL(game string, n int, moves []engine.Move, done []engine.Step) string {
	address := "/?game=" + game
	if n > 0 {
		address += fmt.Sprintf("&scene=%d", n)
	}
	if len(moves) > 0 {
		address += "&moves=" + url.QueryEscape(MovesText(moves))
	}
	if len(done) > 0 {
		address += "&do=" + StepsQuery(done)
	}
	return address
}

// MovesText writes the moves of a scene as one text.
func MovesText(moves []engine.Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = string(m)
	}
	return strings.Join(texts, ",")
}

// MovesOfText undoes MovesText.
func MovesOfText(text string) []engine.Move {
	if text == "" {
		return nil
	}
	var moves []engine.Move
	for m := range strings.SplitSeq(text, ",") {
		moves = append(moves, engine.Move(m))
	}
	return moves
}

// TryURL is where a position is tried, with the steps of a move that is begun.
func TryURL(rules, position string, done []engine.Step) string {
	address := "/try?rules=" + rules
	if position != "" {
		address += "&position=" + url.QueryEscape(position)
	}
	if len(done) > 0 {
		address += "&do=" + StepsQuery(done)
	}
	return address
}

// EditURL is where a position is set up by hand, with the piece that is picked up: its cell, or
// its set; "" for none.
func EditURL(rules, position, picked string) string {
	address := TryURL(rules, position, nil) + "&edit=1"
	if picked != "" {
		address += "&pick=" + url.QueryEscape(picked)
	}
	return address
}

// InboxURL is where players read what is new to them.
const InboxURL = "/inbox"

// NotificationsURL is where members choose how they are told.
const NotificationsURL = "/account/notifications"

// MailURL is where members say where they get mail.
const MailURL = "/account/mail"

// NotMeURL is where somebody who has what is secret in a link says that it was not they.
func NotMeURL(secret string) string { return "/not-me/" + secret }

// NewsURL is where something leads that is news: about says what its subject is the id of.
func NewsURL(about, subject string) string {
	switch about {
	case "match":
		return MatchURL(subject)
	case "offer":
		return OfferURL(subject)
	case "tournament":
		return "/tournaments/" + subject
	case "vacation", "plan":
		return "/vacation"
	case "standing":
		return "/standing"
	case "security":
		return "/account/security"
	case "site":
		return siteNoticeURL(subject)
	}
	return InboxURL
}

// siteNoticeURL leads to what the site has told: the text that was changed, how its disk is, or all notices.
func siteNoticeURL(subject string) string {
	switch n, _ := league.ParseSiteNotice(subject); n.Kind {
	case league.TermsNotice, league.PrivacyNotice:
		return "/" + string(n.Kind)
	case league.ShortNotice, league.ScarceNotice:
		return "/admin"
	}
	return "/notices"
}
