package tournament

import "kickabout/views/ui"

// embeddedTables are the tables of a tournament in the order of its page.
func embeddedTables(p Page) (list []ui.GroupTable) {
	if p.Table != nil {
		list = append(list, *p.Table)
	}
	list = append(list, p.Groups...)
	if p.Rounds != nil {
		list = append(list, p.Rounds.Table)
	}
	return list
}

// underWay says that there is a table or a bracket, so that nobody need be told who has entered.
func (p Page) underWay() bool {
	return p.Table != nil || p.Groups != nil || p.Bracket != nil || p.Rounds != nil || p.Teams != nil && p.Teams.Table != nil
}
