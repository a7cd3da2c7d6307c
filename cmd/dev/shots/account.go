package main

// accountTour takes pictures of what has to do with accounts: a guest signs up,
// makes a token and signs in on another day. It ends with nobody signed in.
func accountTour(c camera, address string) {
	c.Open(address + "/signin")
	c.take("sign-in")
	c.Type("#name", "Nobody")
	c.Type("#password", "some wrong words")
	c.Follow(".sign button")
	c.take("sign-in-wrong")
	c.Open(address + "/signup")
	c.take("sign-up")
	c.Type("#name", "Guest")
	c.Type("#password", "goats")
	c.Follow(".sign button")
	c.take("sign-up-wrong")
	name := "Ann of " + c.look
	c.Open(address + "/signup?next=/account")
	c.Type("#name", name)
	c.Type("#password", "three small goats")
	c.Follow(".sign button")
	c.Type("#label", "my first bot")
	c.Follow(`form[action="/account/tokens"] button`)
	c.take("token")
	c.Type("#old", "not it")
	c.Type(`form[action="/account/password"] input[name=password]`, "four small goats")
	c.Follow(`form[action="/account/password"] button`)
	c.take("password-wrong")
	c.Open(address + "/account?done=password")
	c.take("account")
	c.Click("#gone-part + details summary")
	c.take("account-deletion")
	c.Open(address)
	c.take("front-member")
	offerTour(c, address)
	c.Open(address + "/account")
	c.Follow(`form[action="/signout"] button`)
}
