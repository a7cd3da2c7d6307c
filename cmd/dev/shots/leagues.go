package main

import "context"

// leagues starts the program on a site whose players have played for a year, up to now.
func (s *session) leagues(ctx context.Context) string {
	return s.played(ctx, "leagues", "--players", "24", "--years", "1", "--step", "12h", "--kills", "0")
}

// leaguesTour takes pictures of the site's competitions as one of the players sees them, who
// plays in all of them, and of what the site's admin sees, who is somebody else.
func leaguesTour(c, admin camera) {
	c.all(picture{"front-leagues-guest", "/"}, picture{"competitions-guest", "/competitions"})
	c.signIn("Player 1")
	c.all(
		picture{"front-leagues", "/"}, picture{"competitions", "/competitions"}, picture{"calendar", "/calendar"},
		picture{"games-leagues", "/matches"}, picture{"vacation-statement", "/vacation"}, picture{"notices-leagues", "/notices"}, picture{"hall", "/hall"},
		picture{"ratings-leagues", "/ratings"}, picture{"puzzle", "/puzzle"},
		picture{"championships-played", "/championship"}, picture{"championship-played", "/championship/streetsoccer/lg"},
		picture{"ladders", "/ladder"}, picture{"ladder", "/ladder/streetsoccer/lg"},
		picture{"minicups", "/minicup"}, picture{"minicup", "/minicup/streetsoccer/lg"},
		picture{"monthlycups", "/monthlycup"}, picture{"monthlycup", "/monthlycup/streetsoccer/lg"},
	)
	c.at("/monthlycup/streetsoccer/lg")
	c.all(picture{"monthlycup-edition", c.first(`main a[href^="/tournaments/"]`)})
	c.at("/championship/streetsoccer/lg")
	running := c.first(`main a[href^="/championship/streetsoccer/lg/2"]:not([href*="-g"])`)
	c.at(running)
	c.take("season")
	c.at(c.first(`main a[href^="` + running + `/d"]`))
	c.take("group")
	match := c.first(`main a[href^="/matches/"]`)
	c.at("/ladder/streetsoccer/lg")
	c.all(
		picture{"ladder-month", c.first(`a[href*="/months/"]`)},
		picture{"ladder-player", c.first(`a[href*="/ladder/streetsoccer/lg/players/"]`)},
	)
	c.at("/account")
	player := c.first(`main a[href^="/players/"]`)
	c.all(
		picture{"player", player}, picture{"player-games", player + "/games"}, picture{"player-record", player + "/record"},
		picture{"player-trophies", player + "/trophies"}, picture{"player-ratings", player + "/ratings"},
	)
	c.all(picture{"match-league", match})
	c.at("/matches")
	c.all(picture{"match-league-turn", c.first(`main a[href^="/matches/"]`)})
	other := c.otherOf(match)
	c.all(picture{"player-other", other})
	c.at(player)
	ended := c.first(`section[aria-labelledby="latest"] a[href^="/matches/"]`)
	c.all(picture{"match-replay", ended + "?at=20"}, picture{"coach", ended + "/coach"}, picture{"analysis", ended + "/analysis"})
	adminTour(admin)
	c.all(picture{"standing", "/standing"})
}

// otherOf returns the page of somebody of a match who is not looking.
func (c camera) otherOf(match string) string {
	c.at("/account")
	own := c.first(`main a[href^="/players/"]`)
	c.at(match)
	return c.first(`.scoreboard a[href^="/players/"]:not([href="` + own + `"])`)
}

// adminTour takes pictures of the pages of those who look after the site.
func adminTour(c camera) {
	c.s.command("user", "role", "Player 2", "admin")
	c.s.command("user", "warn", "--reason", "rude in the chat", "Player 1")
	c.s.command("user", "mute", "--reason", "rude again", "Player 1")
	c.signIn("Player 2")
	c.all(
		picture{"admin-password", "/account/confirm"}, picture{"admin", "/admin"},
		picture{"admin-reports", "/admin/reports"}, picture{"admin-users", "/admin/users"}, picture{"admin-jobs", "/admin/jobs"},
		picture{"admin-backups", "/admin/backups"}, picture{"admin-quarantine", "/admin/quarantine"}, picture{"admin-games", "/admin/games"},
		picture{"admin-settings", "/admin/settings"}, picture{"admin-log", "/admin/log"},
	)
	c.at("/admin/users?name=Player+1")
	c.all(picture{"admin-user", c.first(`main a[href^="/admin/users/"]`)})
}
