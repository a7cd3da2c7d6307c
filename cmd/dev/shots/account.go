package main

// accountTour takes pictures of what has to do with accounts: a guest signs up,
// makes a token and signs in on another day. It ends with nobody signed in.
func accountTour(c camera) {
	c.at("/signin")
	c.take("sign-in")
	c.Type("#name", "Nobody")
	c.Type("#password", "some wrong words")
	c.send("/signin")
	c.take("sign-in-wrong")
	c.at("/signup")
	c.take("sign-up")
	c.Type("#name", "Guest")
	c.Type("#password", "goats")
	c.send("/signup")
	c.take("sign-up-wrong")
	c.join("Ann")
	c.at("/account")
	c.Type("#label", "my first bot")
	c.send("/account/tokens")
	c.take("token")
	c.at("/account/security")
	c.Type("#old", "not it")
	c.Type(`form[action="/account/password"] input[name=password]`, "four small goats")
	c.send("/account/password")
	c.take("password-wrong")
	c.at("/account/security?done=password")
	c.take("password-changed")
	c.at("/account")
	c.take("account")
	c.at("/offers/new?opponent=Nobody")
	c.Type("#message", "Anybody for a slow game? I mostly move in the evening.")
	c.send("/offers")
	c.take("offer-wrong")
	c.signOut()
}

// signOut ends the session of whoever is signed in.
func (c camera) signOut() {
	c.at("/account")
	c.send("/signout")
}
