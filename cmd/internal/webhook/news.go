package webhook

import (
	"context"
	"slices"
	"strconv"

	"kickabout/league"
	"kickabout/league/channels"
	"kickabout/league/contact"
	"kickabout/league/office"
	"kickabout/views/feed"
	"kickabout/views/series"
	"kickabout/views/tournament"
)

// News tells what has happened in tournaments and on the site, in the words of their pages.
type News struct {
	Office *office.Office
	URL    string // of the site, where links lead, without a slash at the end
}

// mostOpen is of how many tournaments of users of each state the site tells.
const mostOpen = 100

// Reached is how far it has come: the last event of a tournament, or the present moment.
func (n *News) Reached(ctx context.Context, h contact.Hook) (int64, error) {
	if h.Scope == contact.HookSite {
		return n.Office.Now().UnixMilli(), nil
	}
	t, err := n.directed(ctx, h)
	return int64(t.Last), err
}

// After lists what has happened after that.
func (n *News) After(ctx context.Context, h contact.Hook) ([]channels.HookItem, error) {
	if h.Scope == contact.HookSite {
		return n.ofSite(ctx, h)
	}
	t, err := n.directed(ctx, h)
	if err != nil || int64(t.Last) == h.Told {
		return nil, err
	}
	if t, err = n.Office.TournamentNews(ctx, league.Of(league.Player{ID: h.Owner}), t.ID); err != nil {
		return nil, err
	}
	var items []channels.HookItem
	for _, d := range t.Log {
		if int64(d.Seq) <= h.Told {
			continue
		}
		one := func(e league.Decision) bool { return e.Seq == d.Seq }
		for _, e := range tournament.FeedEntries(n.Office.Games(), t, n.URL, one) {
			items = append(items, channels.HookItem{At: int64(d.Seq), Word: word(h, strconv.Itoa(d.Seq), "tournament", t.Name, e.Title, e)})
		}
	}
	return items, nil
}

// directed finds the tournament of a webhook; there is none for an owner who does not direct it.
func (n *News) directed(ctx context.Context, h contact.Hook) (league.Tournament, error) {
	owner, err := n.Office.Player(ctx, h.Owner)
	if err != nil {
		return league.Tournament{}, err
	}
	v, err := n.Office.TournamentHead(ctx, league.Of(owner), h.Subject)
	if err == nil && !n.Office.Directs(owner, v) {
		err = league.Errorf(league.NotFound, "Whoever added the webhook does not direct the tournament.")
	}
	return v, err
}

// ofSite lists what opened, started and ended of all that everybody may know of.
func (n *News) ofSite(ctx context.Context, h contact.Hook) ([]channels.HookItem, error) {
	since := n.Office.Now().AddDate(0, 0, -7)
	list, err := n.Office.AllEditions(ctx, league.Public(), since)
	if err != nil {
		return nil, err
	}
	for _, state := range []league.TournamentState{league.Registration, league.Running, league.Finished} {
		more, err := n.Office.Tournaments(ctx, league.Public(), state, mostOpen)
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	var items []channels.HookItem
	for _, t := range list {
		for _, e := range series.EditionEntries(t, n.URL) {
			if at := e.Changed.UnixMilli(); at > h.Told {
				items = append(items, channels.HookItem{At: at, Word: word(h, e.ID, "site", e.Title, e.Text, e)})
			}
		}
	}
	slices.SortStableFunc(items, func(a, b channels.HookItem) int { return a.Word.At.Compare(b.Word.At) })
	return items, nil
}

// word is an entry of a feed as a webhook is told it.
func word(h contact.Hook, of, kind, title, text string, e feed.Entry) contact.Word {
	return contact.Word{ID: "hook:" + h.ID + ":" + of, Kind: kind, Title: title, Text: text, URL: e.URL, At: e.Changed, Waiting: -1}
}
