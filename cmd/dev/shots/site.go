package main

// siteTour goes through a site that nobody has been to, as a new player does; other is a
// second person's browser.
func siteTour(c, other camera) {
	c.at("/")
	c.WaitFor(`#watch a[href^="/matches/"]`) // bots play: there is something to watch
	c.take("front")
	c.begin("streetsoccer/lg")
	match := c.URL()
	c.take("match-placing")
	for range 2 {
		c.turn()
	}
	c.take("match-turn")
	c.touch()
	c.take("match-chosen")
	c.choose()
	c.take("match-entered")
	c.Open(match + "?at=4")
	c.take("match-past")
	c.Open(match + "?resign=1")
	c.take("match-resign")
	c.Follow("#resign button")
	c.take("match-over")
	c.all(picture{"front-again", "/"}, picture{"games-guest", "/matches"})
	c.at("/")
	c.at(c.first(`#watch a[href^="/matches/"]`))
	c.take("match-watched")
	gamesTour(c)
	studyTour(c)
	c.all(
		picture{"waiting-room-guest", "/offers"}, picture{"offer-guest", "/offers/new"},
		picture{"help", "/help"}, picture{"help-player", "/help/player"}, picture{"exports", "/export/about"},
		picture{"notices-none", "/notices"}, picture{"ratings-empty", "/ratings"},
		picture{"missing", "/nowhere"}, picture{"match-missing", "/matches/nowhere"}, picture{"sign-in-needed", "/account"},
		picture{"tournaments-none", "/tournaments"}, picture{"wizard-guest", "/tournaments/new"}, picture{"competitions-new", "/competitions"},
	)
	accountTour(c)
	peopleTour(c, other)
	vacationTour(c, other)
	c.all(picture{"championships", "/championship"}, picture{"championship", "/championship/streetsoccer/lg"})
	c.Follow(`main form[action$="/entry"] button`)
	c.take("championship-entered")
}

// studyTour takes pictures of all that there is to learn.
func studyTour(c camera) {
	c.all(
		picture{"learn", "/learn"}, picture{"lesson-streetsoccer-1", "/learn/streetsoccer/1"},
		picture{"lesson-wrong", "/learn/streetsoccer/1?touch=a5"}, picture{"lesson-shown", "/learn/streetsoccer/1?show=1"},
		picture{"lesson-streetsoccer-4", "/learn/streetsoccer/4"},
		picture{"lesson-onetwofun-2", "/learn/onetwofun/2"}, picture{"lesson-cufootball-3", "/learn/cufootball/3"},
		picture{"puzzle-none", "/puzzle"}, picture{"rules", "/rules"}, picture{"rules-league", "/rules/league"}, picture{"rules-dice", "/rules/dice"},
		picture{"rules-streetsoccer", "/rules/streetsoccer"}, picture{"rules-onetwofun", "/rules/onetwofun"}, picture{"rules-cufootball", "/rules/cufootball"},
		picture{"rules-streetsoccer-full", "/rules/streetsoccer/full"},
		picture{"chapter-streetsoccer", "/rules/streetsoccer/chapters/kicking"}, picture{"chapter-onetwofun", "/rules/onetwofun/chapters/the-second-marker"},
		picture{"chapter-cufootball", "/rules/cufootball/chapters/dribbling"},
		picture{"try", "/try"}, picture{"try-onetwofun", "/try?rules=onetwofun/basic"}, picture{"try-cufootball", "/try?rules=cufootball/classic"},
		picture{"try-edit", "/try?rules=streetsoccer/lg&position=turn+Y+c1b7c3d5e8+d0b3c6d8e4+e7+4+5+0:0+-&edit=1"}, picture{"try-edit-wrong", "/try?rules=streetsoccer/lg&position=turn+Y+c1b7c3+d0b3c6d8e4+e7+4+5+0:0+-&edit=1&pick=figure-first"},
		picture{"position", "/analysis"}, picture{"bots", "/bots"}, picture{"dice", "/dice"},
	)
}
