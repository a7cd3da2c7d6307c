package main

// waysTour takes pictures of the ways into an account, and of how its owner is told of them; other is a browser that
// nobody knows yet.
func waysTour(c, other camera) {
	c.join("Ann")
	c.take("codes")
	c.all(picture{"security-new", "/account/security"}, picture{"inbox-none", "/inbox"}, picture{"devices", "/account/devices"})
	c.at("/account/mail")
	c.take("mail-none")
	c.Type("#address", "ann@example.org")
	c.send("/account/mail")
	c.take("mail-wrong")
	c.s.command("user", "mail", "Ann", "ann@example.org")
	c.at("/account/feeds")
	c.take("feeds-none")
	c.Type("#label", "my reader")
	c.send("/account/feeds")
	c.take("feeds")
	c.at("/account/webhooks")
	c.take("webhooks-none")
	c.Type("#url", "https://hooks.example/services/kickabout")
	c.send("/account/webhooks")
	c.take("webhooks")
	other.at("/recover")
	other.take("recover")
	other.at("/signin")
	other.Type("#name", "Ann")
	other.Type("#password", "three small goats")
	other.send("/signin")
	other.at("/account/confirm?next=/account/feeds")
	other.take("confirm")
	c.all(picture{"account-ways", "/account"}, picture{"security", "/account/security"}, picture{"mail", "/account/mail"}, picture{"notifications", "/account/notifications"})
	for c.at("/inbox"); !c.Exists(`.unread:nth-child(4)`); c.Reload() { // the news are made by somebody else
	}
	c.take("inbox")
}
