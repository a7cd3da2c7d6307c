package study

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/request"
	"kickabout/league/assessment"
	"kickabout/views/study"
)

// LuckCSV sends a table of luck and skill for spreadsheets.
func LuckCSV(of func(echo.Context) ([]assessment.PlayerLuck, error)) echo.HandlerFunc {
	return func(c echo.Context) error {
		list, err := of(c)
		if err != nil {
			return err
		}
		return request.Attachment(c, "luck.csv", study.LuckCSV(list))
	}
}

// LuckJSON sends one for programs.
func LuckJSON(of func(echo.Context) ([]assessment.PlayerLuck, error)) echo.HandlerFunc {
	return func(c echo.Context) error {
		list, err := of(c)
		if err != nil {
			return err
		}
		table, err := study.LuckJSON(list)
		if err != nil {
			return err
		}
		return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, table)
	}
}

// LuckReply answers a program with a table of luck and skill.
func LuckReply(list []assessment.PlayerLuck, err error) (*api.Reply[study.JSONLuck], error) {
	if err != nil {
		return nil, err
	}
	return &api.Reply[study.JSONLuck]{Body: study.NewJSONLuck(list)}, nil
}
