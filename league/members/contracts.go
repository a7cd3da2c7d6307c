package members

import (
	"context"
	"time"

	"kickabout/league"
	"kickabout/league/app"
	"kickabout/league/program"
)

// AccountsStore is what Accounts needs of the store.
type AccountsStore interface {
	// Account returns the account whose name has a key.
	Account(ctx context.Context, key string) (league.Account, error)
	// AccountOf returns the account of a player.
	AccountOf(ctx context.Context, player string) (league.Account, error)
	// ChangePassword is SetPassword; it also ends all sessions and begins a new one. Tokens end too, unless they are
	// spared.
	ChangePassword(ctx context.Context, player, had, password string, s league.Session, spare bool) error
	// Erase deletes an account whose password was found to be right, and all that is the
	// player's alone; what he played stays, under the new name. Of kind league.Stale if the
	// password is another by now.
	Erase(ctx context.Context, a league.Account, name string, facts ...league.Fact) error
	// ProveSession notes that the owner of a session has proved who they are, and gives it another hash. If it has ended
	// the error is of kind league.Stale.
	ProveSession(ctx context.Context, hash, anew [32]byte, at time.Time) error
	// Role returns the role of a player.
	Role(ctx context.Context, player string) (league.SiteRole, error)
	// ResetPassword is SetPassword; it also ends all sessions and tokens.
	ResetPassword(ctx context.Context, player, had, password string) error
	// SanctionsOf lists the steps that were taken against a player, the latest first.
	SanctionsOf(ctx context.Context, player string) ([]league.Sanction, error)
	// SetPassword replaces the password that an account had; of kind league.Stale if it is
	// another by now.
	SetPassword(ctx context.Context, player, had, password string) error
	// SignIn begins a session of a member whose password was found to be right. The session
	// that the browser had before ends; if it was a guest's, the member takes over his
	// matches. If the account is gone or its password another by now, the error is of kind
	// league.Stale.
	SignIn(ctx context.Context, a league.Account, s league.Session, before [32]byte) error
	// SignUp stores an account under all keys of its player's name and begins its first
	// session. A guest of the same id becomes the member and keeps what he played; his
	// sessions end. If a key is taken the error is of kind league.Stale; if the player is
	// a member already, of kind league.Forbidden.
	SignUp(ctx context.Context, a league.Account, keys []string, s league.Session) error
}

// ChatsStore is what Chats needs of the store.
type ChatsStore interface {
	// Answer returns what was remembered of a request.
	Answer(ctx context.Context, player, key string) (league.Answer, error)
	// Lines lists the lines of a match after a number, in their order.
	Lines(ctx context.Context, viewer league.Viewer, match string, after, limit int) ([]league.Line, error)
	// LinesBefore lists the last lines of a match before a number, in their order.
	LinesBefore(ctx context.Context, viewer league.Viewer, match string, before, limit int) ([]league.Line, error)
	// Match returns a match with its log.
	Match(ctx context.Context, viewer league.Viewer, id string) (league.Match, error)
	// Mute keeps an author's lines from a reader, Unmute undoes it; twice is harmless.
	Mute(ctx context.Context, reader, author string, at time.Time) error
	// Muted lists the ids of those whose lines a reader does not want.
	Muted(ctx context.Context, reader string) ([]string, error)
	// Player returns a player.
	Player(ctx context.Context, id string) (league.Player, error)
	// Reached returns how far a match has come: the number of its last event, that of the last line of its chat, and one
	// that changes with who may know of it. It costs little.
	Reached(ctx context.Context, viewer league.Viewer, match string) (league.Reached, error)
	// Report stores what a reader found wrong with a line, and the line as it is now. A
	// second report of it by the same reader is of kind league.Stale.
	Report(ctx context.Context, r league.Report) error
	// SanctionsOf lists the steps that were taken against a player, the latest first.
	SanctionsOf(ctx context.Context, player string) ([]league.Sanction, error)
	// Say numbers a line and stores it, with what to remember of the request and with
	// notices of it, whose Seq it sets. If the author has said most lines since a moment
	// the error is of kind league.Busy; if the request was remembered before, league.Stale.
	Say(ctx context.Context, l league.Line, answer *league.Answer, since time.Time, most int, notices ...league.Notice) (league.Line, error)
	Unmute(ctx context.Context, reader, author string) error
}

// ContributionsStore is what Contributions needs of the store.
type ContributionsStore interface {
	// AddContributions keeps what a player gives to dice for games that begin without them, behind what waits already and
	// up to so many in all, and returns how many wait then. What is too much is left out. Nobody known gets an error of
	// kind league.Forbidden.
	AddContributions(ctx context.Context, player string, values []string, at time.Time, most int) (waiting int, err error)
	// ContributionWord returns the word of a player from which follows what they give when nothing waits, "" if there is none,
	// and how often one was used.
	ContributionWord(ctx context.Context, player string) (word string, used uint32, err error)
	// SetContributionWord keeps such a word in the place of another; "" gives nothing. How often one was used stays.
	SetContributionWord(ctx context.Context, player, word string) error
	// WaitingContributions returns how many contributions of a player wait.
	WaitingContributions(ctx context.Context, player string) (int, error)
}

// FormationsStore is what Formations needs of the store.
type FormationsStore interface {
	// DropFormation forgets a formation; it is no error if there is none.
	DropFormation(ctx context.Context, player, game, name string) error
	// Formations lists what a player has saved, by game and name.
	Formations(ctx context.Context, player string) ([]league.Formation, error)
	// PutFormation keeps a formation in the place of one with the same name. If its player has no
	// account, or most others of the game already, the error is of kind league.Forbidden.
	PutFormation(ctx context.Context, f league.Formation, most int) error
}

// GuardsStore is what Guards needs of the store.
type GuardsStore interface {
	// EndAccess ends all sessions of a player but one, and all tokens, feeds and links. If void it also takes the password that
	// the account had away, and ends all sessions; if that is another by now the error is of kind league.Stale.
	EndAccess(ctx context.Context, player string, but [32]byte, void *league.Recovered) error
	// ForgetSecurity deletes the events from before a moment.
	ForgetSecurity(ctx context.Context, before time.Time) error
	// NoteSecurity stores an event, and notices of it; an event whose id is there already was stored before.
	NoteSecurity(ctx context.Context, e league.SecurityEvent, notices ...league.Notice) error
	// SecurityOf lists the latest events about a player, the latest first.
	SecurityOf(ctx context.Context, player string, limit int) ([]league.SecurityEvent, error)
	// TokensEnding lists the tokens that end after a moment and before another.
	TokensEnding(ctx context.Context, after, before time.Time) ([]league.Token, error)
}

// MailboxStore is what Mailbox needs of the store.
type MailboxStore interface {
	// Forget deletes notices and remembered requests from before a moment.
	Forget(ctx context.Context, before time.Time) error
	// LastNotice returns the number of a player's last notice, 0 if there was none yet.
	LastNotice(ctx context.Context, player string) (int, error)
	// Notices lists a player's notices with numbers greater than after, in their order.
	Notices(ctx context.Context, player string, after, limit int) ([]league.Notice, error)
}

// PasskeysStore is what Passkeys needs of the store.
type PasskeysStore interface {
	// AddPasskey stores a passkey. If its player has no account, or most others already, the error is of kind
	// league.Forbidden; if somebody has it already, league.Stale.
	AddPasskey(ctx context.Context, p league.Passkey, most int) error
	// AnswerChallenge notes that a challenge was answered, until it ends. If it was answered before the error is of
	// kind league.Stale.
	AnswerChallenge(ctx context.Context, hash [32]byte, now, ends time.Time) error
	// DropPasskeys forgets all passkeys of a player, and returns how many there were.
	DropPasskeys(ctx context.Context, player string) (int64, error)
	// EndPasskey forgets a passkey of a player.
	EndPasskey(ctx context.Context, player, id string) error
	// Passkey returns a passkey.
	Passkey(ctx context.Context, id string) (league.Passkey, error)
	// Passkeys lists a player's passkeys, the oldest first.
	Passkeys(ctx context.Context, player string) ([]league.Passkey, error)
	// UseCode uses up a recovery code of a player. If it was used before, or is another's, the error is of kind
	// league.Stale.
	UseCode(ctx context.Context, player string, hash [32]byte, at time.Time) error
	// UsePasskey notes an answer of a passkey, which counted had before. If it has been used since, or is gone, the
	// error is of kind league.Stale.
	UsePasskey(ctx context.Context, p league.Passkey, had uint32, at time.Time) error
}

// RecoveryStore is what Recovery needs of the store.
type RecoveryStore interface {
	// CodeOwner returns the id of the player whose recovery code has a hash and is not used yet.
	CodeOwner(ctx context.Context, hash [32]byte) (string, error)
	// Codes returns how many recovery codes of a player are not used yet, and when they were made; zero if there never
	// were any.
	Codes(ctx context.Context, player string) (left int, made time.Time, err error)
	// ForgetLinks deletes the links that were over before a moment.
	ForgetLinks(ctx context.Context, before time.Time) error
	// Link returns a link that was not used yet, over or not.
	Link(ctx context.Context, hash [32]byte) (league.RecoveryLink, error)
	// PutCodes gives a member other recovery codes than those before. If the player has no account the error is of kind
	// league.Forbidden.
	PutCodes(ctx context.Context, player string, hashes [][32]byte, at time.Time) error
	// PutLink stores a link. If its player has no account the error is of kind league.Forbidden.
	PutLink(ctx context.Context, l league.RecoveryLink) error
	// Recover gives an account another password, and uses up the link and the code by which that is done. All sessions,
	// tokens and links of the account end. If the link or the code was used before, or the password is another by now,
	// the error is of kind league.Stale.
	Recover(ctx context.Context, r league.Recovered) error
}

// SessionsStore is what Sessions needs of the store.
type SessionsStore interface {
	// Admit stores a player together with a session, unless the session is there
	// already; it returns the session's player either way.
	Admit(ctx context.Context, s league.Session, p league.Player) (league.Player, error)
	// EndOldSessions ends the sessions that are over by themselves at a moment.
	EndOldSessions(ctx context.Context, at time.Time) error
	// EndOtherSessions ends all sessions of a player but one.
	EndOtherSessions(ctx context.Context, player string, but [32]byte) error
	// EndSession ends one session of a player.
	EndSession(ctx context.Context, player string, hash [32]byte) error
	// SeeSession notes a visit.
	SeeSession(ctx context.Context, hash [32]byte, at time.Time) error
	// Session returns a session and whose it is.
	Session(ctx context.Context, hash [32]byte) (league.Session, league.Player, error)
	// Sessions lists a player's sessions, the one seen last first.
	Sessions(ctx context.Context, player string) ([]league.Session, error)
}

// AppsStore is what Apps needs of the store.
type AppsStore interface {
	// AddApp stores an app of a member. If its owner has no account, or most apps already, the error is of kind
	// league.Forbidden.
	AddApp(ctx context.Context, a app.App, most int) error
	// AddGrant stores what a member allows an app, with the hash of the code that is sent to it and until when that can be
	// exchanged. If they have no account, or most grants already, the error is of kind league.Forbidden.
	AddGrant(ctx context.Context, g app.Grant, code [32]byte, until time.Time, most int) error
	// AddTokens stores the tokens that an app gets for what it has spent; those of before go. If the family has ended the
	// error is of kind league.NotFound.
	AddTokens(ctx context.Context, family string, access, refresh league.Token) error
	// App returns an app and whose it is; league.NotFound if there is none.
	App(ctx context.Context, id string) (app.App, league.Player, error)
	// AppsOf lists the apps that a player has registered, the oldest first.
	AppsOf(ctx context.Context, player string) ([]app.App, error)
	// DropApp removes an app of a player with all that it was allowed; it is no error if there is none.
	DropApp(ctx context.Context, player, id string) error
	// EndFamily ends all tokens of a family; of one player's families if player is not "".
	EndFamily(ctx context.Context, player, family string) error
	// GrantOf returns what a token of an app came of, with the id of the app alone; zero if there is no such token.
	GrantOf(ctx context.Context, hash [32]byte) (app.Grant, error)
	// Grants lists what a player has allowed apps that still have a token, the latest first.
	Grants(ctx context.Context, player string) ([]app.Grant, error)
	// SpendCode takes the code of a family once; else all of the family ends, and the error is of kind league.NotFound. What
	// has ended is returned all the same.
	SpendCode(ctx context.Context, family string, code [32]byte, at time.Time) (app.Grant, error)
	// SpendRefresh takes the refresh token of a family once, and ends the access token; else as SpendCode.
	SpendRefresh(ctx context.Context, family string, token [32]byte, at time.Time) (app.Grant, error)
}

// TokensStore is what Sessions needs of the store for the tokens of programs.
type TokensStore interface {
	// AddToken stores a token. If its player has no account, or most tokens already, the
	// error is of kind league.Forbidden.
	AddToken(ctx context.Context, t league.Token, most int) error
	// EndToken ends one token of a player.
	EndToken(ctx context.Context, player string, hash [32]byte) error
	// Token returns a token and whose it is.
	Token(ctx context.Context, hash [32]byte) (league.Token, league.Player, error)
	// Tokens lists a player's tokens, the newest first.
	Tokens(ctx context.Context, player string) ([]league.Token, error)
	// WakeToken lets a token of a player be used again that slept.
	WakeToken(ctx context.Context, player string, hash [32]byte) error
	// UseToken notes a use.
	UseToken(ctx context.Context, hash [32]byte, at time.Time) error
}

// ProgramsStore is what Programs needs of the store.
type ProgramsStore interface {
	// AddProgram stores a BOT account with its player, under all keys of its name. If its owner has no account, or most
	// of them that are not closed, the error is of kind league.Forbidden; if a key is taken, of kind league.Stale.
	AddProgram(ctx context.Context, p program.Program, keys []string, most int) error
	// AddProgramToken stores a token of a BOT account. If that is closed, its owner has no account any more, or it has most
	// tokens already, the error is of kind league.Forbidden.
	AddProgramToken(ctx context.Context, t league.Token, most int) error
	// CloseProgram closes a BOT account at a moment: its tokens end, and so do its open offers. It is no error if it is
	// closed.
	CloseProgram(ctx context.Context, player string, at time.Time) error
	// DescribeProgram replaces what is said of an open BOT account, and whether it plays in the arena.
	DescribeProgram(ctx context.Context, p program.Program) error
	// EndToken ends one token of a player.
	EndToken(ctx context.Context, player string, hash [32]byte) error
	// HearProgram notes that a BOT account was heard of.
	HearProgram(ctx context.Context, player string, at time.Time) error
	// MarkProgram makes the account of a member, whose password is still that, a BOT account. If that is another by now the
	// error is of kind league.Stale; if a key is taken, a name error of that kind; if its owner has no account or most of
	// them, or the account has begun a rated match, is in an event that is not over, organises one, or has a role or open
	// BOT accounts of its own, of kind league.Forbidden. Nothing is written then.
	MarkProgram(ctx context.Context, a league.Account, p program.Program, keys []string, most int) error
	// Program returns a BOT account.
	Program(ctx context.Context, player string) (program.Program, error)
	// ProgramNamed returns the one whose name has a key.
	ProgramNamed(ctx context.Context, key string) (program.Program, error)
	// Programs lists the BOT accounts of an owner, or all of them if that is "", the oldest first.
	Programs(ctx context.Context, owner string) ([]program.Program, error)
	// Tokens lists a player's tokens, the newest first.
	Tokens(ctx context.Context, player string) ([]league.Token, error)
	// WakeToken lets a token of a player be used again that slept.
	WakeToken(ctx context.Context, player string, hash [32]byte) error
}
