package admin

import (
	"io"
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league/conduct"
	"kickabout/league/setting"
	"kickabout/views/admin"
)

// SettingsPath is the address of the page of the settings.
const SettingsPath = "/admin/settings"

// Settings is the page of what may be settled about the site.
func (s *Handlers) Settings(c echo.Context) error {
	in := admin.SettingsInput{}
	if d, err := setting.Find(setting.Key(c.QueryParam("done"))); err == nil {
		in.Done = d.Label + ": saved."
	}
	return s.settingsPage(c, http.StatusOK, in)
}

func (s *Handlers) settingsPage(c echo.Context, status int, in admin.SettingsInput) error {
	shell, err := s.shell(c, conduct.ChangeSettings)
	if err != nil {
		return err
	}
	shell.Done, shell.Errors = in.Done, in.Errors
	in.Shell = shell
	if in.Rows, err = s.office.Moderation.Settings(c.Request().Context(), by(c)); err != nil {
		return err
	}
	return s.Render(c, status, admin.Settings(admin.NewSettings(in)))
}

// value is what was typed into a form, or the file that was chosen.
func value(c echo.Context) (string, error) {
	file, err := c.FormFile("value")
	if err != nil { // there is none
		return c.Request().PostFormValue("value"), nil
	}
	in, err := file.Open()
	if err != nil {
		return "", err
	}
	defer in.Close()
	data, err := io.ReadAll(in)
	return string(data), err
}

// Settle changes one of them.
func (s *Handlers) Settle(c echo.Context) error {
	form := func(name string) string { return c.Request().PostFormValue(name) }
	key, reason := setting.Key(form("key")), form("reason")
	typed, err := value(c)
	if err != nil {
		return err
	}
	if form("act") == "unset" {
		err = s.office.Moderation.Unset(c.Request().Context(), by(c), key, reason)
	} else {
		err = s.office.Moderation.Set(c.Request().Context(), by(c), key, typed, reason)
	}
	if err == nil {
		return c.Redirect(http.StatusSeeOther, SettingsPath+"?done="+string(key)+"#"+string(key))
	}
	in := admin.SettingsInput{Here: key, Typed: typed, Why: reason}
	var known bool
	if in.Errors, known = request.SentencesOf(err); !known || len(in.Errors) == 0 {
		return err
	}
	return s.settingsPage(c, http.StatusUnprocessableEntity, in)
}
