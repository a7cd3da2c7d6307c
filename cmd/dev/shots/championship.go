package main

// championshipTour takes pictures of a championship before its first season: the entry, and
// what somebody sees who is in.
func championshipTour(c camera, address string) {
	c.Open(address + "/championship")
	c.take("championships")
	c.Follow(`a.cup[href="/championship/streetsoccer/lg"]`)
	c.take("championship")
	c.Follow(`form[action$="/entry"] button`)
	c.take("championship-entered")
}
