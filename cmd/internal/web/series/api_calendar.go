package series

import (
	"context"
	"time"

	"kickabout/cmd/internal/web/api"
	"kickabout/league"
	"kickabout/views/series"
	"kickabout/views/ui"
)

type calendarQuery struct {
	api.Page
	Game string `query:"game" maxLength:"64" doc:"Of one game only."`
}

type calendarBody struct {
	Dates []dateBody `json:"dates" doc:"Of the last month and to come, in order."`
	Next  string     `json:"next,omitempty" doc:"The cursor of the next page, if there is one."`
}

type dateBody struct {
	At   time.Time `json:"at"`
	Game string    `json:"game"`
	Name string    `json:"name"`
	What string    `json:"what"`
	Path string    `json:"path" doc:"Of its page."`
}

// APICalendar lists what opens, starts and ends when.
func (s *Calendar) APICalendar(ctx context.Context, who api.Caller, in *calendarQuery) (*api.Reply[calendarBody], error) {
	input, err := s.dated(ctx, league.Of(who.Player), series.CalendarInput{Frame: ui.Frame{Now: s.office.Now()}, Game: in.Game})
	if err != nil {
		return nil, err
	}
	b := calendarBody{Dates: []dateBody{}}
	for _, m := range series.NewCalendarPage(input).Months {
		for _, d := range m.Dates {
			b.Dates = append(b.Dates, dateBody{d.At, d.ID, d.Name, d.What, d.URL})
		}
	}
	b.Dates, b.Next, err = api.Part(b.Dates, in.Page, func(d dateBody) string { return d.At.String() + d.Path + d.What })
	return &api.Reply[calendarBody]{Body: b}, err
}
