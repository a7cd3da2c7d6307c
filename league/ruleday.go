package league

import "time"

// RuleChange names rules that changed while sites had games already, and hold there from an announced day on (R-TM-1).
type RuleChange string

// FairRatings are R-RA-9, R-RA-10, R-UT-10, and what is new in R-FF-4 and R-RA-7: for games that end on the day or later.
const FairRatings RuleChange = "ratings"

// LadderRules are R-LA-10 and R-LA-13: for holds that begin on the day or later, and for games that are as old then.
const LadderRules RuleChange = "ladder"

// Absences are R-FF-7, R-FF-11 and R-FF-12, and what follows from them in R-LA-7: for games that are lost on time on the
// day or later. Before, three games in a row lost on time were silence: out of everything, and banned for 180 days.
const Absences RuleChange = "absences"

// Waiting is what is new in R-LA-7, R-LA-8 and R-TC-4, from the day on: what a player let wait counts, what the site was
// away for does not.
const Waiting RuleChange = "waiting"

// SealedPairs is R-FD-7: for tournaments that are made on the day or later. Of offers, those at a clock for pairs are sealed.
const SealedPairs RuleChange = "pairs"

// VacationBounds is R-VA-7: for events that start on the day or later, and for matches of a rolling one that begin then.
const VacationBounds RuleChange = "vacation"

// RuleDays says from when on changed rules hold on a site. What is not in it has always held there.
type RuleDays map[RuleChange]time.Time

// Hold says whether a rule holds at a moment.
func (d RuleDays) Hold(rule RuleChange, at time.Time) bool { return !at.Before(d[rule]) }
