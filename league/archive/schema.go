package archive

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
)

// node is a part of a JSON Schema.
type node = map[string]any

// SchemaOf returns the JSON Schema of a line: of a row of one of the tables, or of what else
// stands in files.
func SchemaOf(tables []*Table) ([]byte, error) {
	defs := fixedLines()
	for _, t := range tables {
		properties := node{}
		required := []string{}
		for _, c := range t.Columns {
			properties[c.Name] = c.schema()
		}
		if t.Type == MatchType {
			required = append(required, "record", "dice")
			maps.Copy(properties, matchFields())
		}
		defs[t.Type] = lineSchema(t.Type, t.About, properties, required...)
	}
	var one []node
	for _, name := range slices.Sorted(maps.Keys(defs)) {
		one = append(one, node{"$ref": "#/$defs/" + name})
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(node{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A line of an export of Kickabout (" + Format + ")",
		"description": "A file is lines, each one JSON object. The first one is of type export, the last one of type end. Exports of a part of a site leave columns out.",
		"oneOf":       one, "$defs": defs,
	})
	return b.Bytes(), err
}

// lineSchema is an object that has nothing but what is listed.
func lineSchema(kind, about string, properties node, required ...string) node {
	properties = maps.Clone(properties)
	properties["type"] = node{"const": kind}
	s := object(properties, append([]string{"type"}, required...)...)
	s["description"] = about
	return s
}

func object(properties node, required ...string) node {
	return node{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

func text(about string) node { return node{"type": "string", "description": about} }
func whole() node            { return node{"type": "integer"} }
func list(of node) node      { return node{"type": "array", "items": of} }

// hexDigits is the pattern of bytes.
const hexDigits = "^([0-9a-f][0-9a-f])*$"

// schema says how a column is written.
func (c Column) schema() node {
	kinds := map[Kind]string{Text: "string", Whole: "integer", Real: "number", Moment: "string", Bytes: "string"}
	s := node{"type": kinds[c.Kind]}
	switch c.Kind {
	case Moment:
		s["description"] = "A moment in UTC; null if it has not come."
		s["pattern"] = `^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`
	case Bytes:
		s["description"] = "Bytes in hexadecimal digits."
		s["pattern"] = hexDigits
	}
	if c.Null || c.Kind == Moment {
		s["type"] = []string{kinds[c.Kind], "null"}
	}
	return s
}

// fixedLines are the lines that are no rows of tables.
func fixedLines() node {
	number := node{"type": "number"}
	leavesOf := leavesSchema("What the log of the dice has of the keys that sign, or of keys of the dice that were opened.")
	return node{
		opening: lineSchema(opening, "The first line: what the file holds.", node{
			"format": node{"const": Format}, "schema": whole(), "holds": node{"enum": []Holds{Site, Tournament, Competition, Matches, Account}},
			"of": text("The id or name of whose it is."), "secrets": node{"type": "boolean"},
		}, "format", "schema", "holds", "of", "secrets"),
		ending: lineSchema(ending, "The last line: how many lines stand before it, and what they hash to, ends of lines included.", node{
			"lines": whole(), "sha256": node{"type": "string", "pattern": "^[0-9a-f]{64}$"},
		}, "lines", "sha256"),
		KeyLine: lineSchema(KeyLine, "A key of the site.", node{"name": node{"type": "string", "pattern": "^(?:(?:dice|password|sign|site)(?:-[0-9]{1,9})?|lost-dice-[0-9]{1,9})$"}, "text": text("What its file holds.")}, "name", "text"),
		LotLine: lineSchema(LotLine, "The proof of the random draw of a tournament: what its seeding.json holds.", node{"proof": node{"oneOf": []node{firstLot(), secondLot()}}}, "proof"),
		AnchorsLine: lineSchema(AnchorsLine, "Leaves of the public log of the dice. All of a file are shown by one checkpoint, which stands in the first such line.", node{
			"checkpoint": text("A signed note; in the first such line alone."), "leaves": leavesOf,
		}, "leaves"),
		DamagedLine: lineSchema(DamagedLine, "Stands for a match whose record is not what was written; what belongs to it is left out, too.", node{
			"match": text("Its id."), "reason": text("What is damaged."),
		}, "match", "reason"),
		PlaceLine: lineSchema(PlaceLine, "A row of a table as it stood when the file was written.", node{
			"tournament": text("Its id."), "group": text("Empty where there is one table alone."), "rank": whole(), "player": text("The id."), "name": text("Of the player."),
			"points": number, "played": whole(), "won": whole(), "drawn": whole(), "lost": whole(), "open": whole(), "goals": whole(), "against": whole(), "struck": node{"type": "boolean"},
		}, "tournament", "group", "rank", "player", "name", "points", "played", "won", "drawn", "lost", "open", "goals", "against", "struck"),
	}
}

// matchFields is what the line of a match holds besides its columns.
func matchFields() node {
	outcome := object(node{"ending": text(""), "winner": text("First, second or nothing."), "score": list(whole())}, "ending", "winner", "score")
	outcome["type"] = []string{"object", "null"}
	draw := object(node{"e": whole(), "label": text(""), "k": whole(), "sides": whole(), "face": whole()}, "e", "label", "k", "sides", "face")
	event := object(node{
		"seq": whole(), "at": text("A moment in UTC."), "by": node{"enum": []string{"first", "second"}}, "act": text(""), "text": text(""), "draws": list(draw),
	}, "seq", "at", "act", "text")
	record := object(node{
		"format": node{"const": "kickabout-record/1"}, "game": text(""), "variant": text(""), "headers": node{"type": "object"},
		"outcome": outcome, "position": text(""), "events": list(event),
	}, "format", "game", "variant", "headers", "outcome", "position", "events")
	record["description"] = "The record, as kickabout record writes it."
	run := node{
		"link":    text("Of the last throw, in hexadecimal digits; those of all before it follow from it."),
		"earlier": list(text("The last link of each chain before, in hexadecimal digits.")), "next": text("The fingerprint of the next chain, if it is shown, in hexadecimal digits."),
	}
	before := list(object(run, "link"))
	before["description"] = "Where the dice were made anew, the same of the dice before."
	shown := node{"transcript": text("In hexadecimal digits."), "before": before}
	maps.Copy(shown, run)
	dice := object(shown, "link", "transcript")
	dice["description"] = "What shows that the dice were fair."
	return node{"record": record, "dice": dice, anchorsField: leavesSchema("What the log of the dice has of the match: the commitments to its dice, and its newest state.")}
}

// leavesSchema is a list of leaves of the log of the dice.
func leavesSchema(about string) node {
	leaves := list(object(node{"data": text("The leaf, in hexadecimal digits."), "index": whole(), "proof": list(text("A hash, in hexadecimal digits."))}, "data", "index", "proof"))
	leaves["description"] = about
	return leaves
}

// firstLot is the lot of a tournament under the first scheme.
func firstLot() node {
	return object(node{
		"tournament": text("Its id."), "gid": text("In hexadecimal digits."), "head": text("Shown while entries were open, in hexadecimal digits."),
		"entries": list(text("In the order in which they came.")), "link": text("In hexadecimal digits."), "seeds": list(text("The entries by seed.")),
		"draws": list(object(node{"label": text(""), "k": whole(), "n": whole(), "value": whole()}, "label", "k", "n", "value")),
	}, "tournament", "gid", "head", "entries", "link", "draws", "seeds")
}

// secondLot is that of one under the second.
func secondLot() node {
	beacon := object(node{"chain": text("In hexadecimal digits."), "round": whole(), "signature": text("In hexadecimal digits.")}, "chain", "round", "signature")
	beacon["type"] = []string{"object", "null"}
	anchor := object(node{"data": text("The leaf, in hexadecimal digits."), "index": whole(), "proof": list(text("")), "checkpoint": text("A signed note.")}, "data", "index", "proof", "checkpoint")
	return object(node{
		"scheme": node{"const": "tbd2"}, "tournament": text("Its id."), "scope": text("Its serial number."), "key": node{"const": "seeding"}, "epoch": whole(),
		"commitment": text("In hexadecimal digits."), "gid": text("In hexadecimal digits."), "seal": text("In hexadecimal digits."), "head": text("In hexadecimal digits."),
		"entries": list(object(node{"player": text("The id."), "contribution": text("What was given to the dice."), "bot": node{"type": "boolean"}}, "player", "contribution", "bot")),
		"tour":    text("In hexadecimal digits."), "beacon": beacon, "link": text("In hexadecimal digits."),
		"draws": list(object(node{"label": text(""), "k": whole(), "n": whole(), "face": whole()}, "label", "k", "n", "face")),
		"seeds": list(text("The entries by seed.")), "opened": text("The key, in hexadecimal digits; empty before the tournament is over."), "anchors": list(anchor),
	}, "scheme", "tournament", "scope", "key", "epoch", "commitment", "gid", "seal", "head", "entries", "tour", "beacon", "link", "draws", "seeds", "opened", "anchors")
}
