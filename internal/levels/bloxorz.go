package levels

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/internal/diag"
)

// bloxorzLevel is a level as a JSON object. The signs of the rows are: . nothing, # floor, S the start, G the goal, !
// fragile floor, small letters bridges, capitals switches. `bridges` and `switches` say what the letters do.
type bloxorzLevel struct {
	Level    int
	Source   string
	Rows     []string
	Bridges  []struct{ ID, Initial string }
	Switches []struct {
		ID, Kind string
		SplitTo  [][2]int `json:"split_to"`
		Effects  []struct{ Op, Bridge string }
	}
}

// The letters that the model does not use for its own signs, which are S, T, o and f.
const (
	freeSmall    = "abcdeghijklmnpqrstuvwxyz"
	freeCapitals = "ABCDEFGHIJKLMNOPQRUVWXYZ"
)

// bloxorzSigns are the signs of boards without bridges and switches, and those of the model.
var bloxorzSigns = map[rune]rune{
	'.': '.', '-': '.', ' ': '.', '0': '.', 'o': 'o', 'O': 'o', '#': 'o', '1': 'o',
	'S': 'S', 'T': 'T', 'G': 'T', 'f': 'f', '!': 'f',
}

// readBloxorz reads one level as JSON, or boards of signs without bridges and switches, divided by other lines.
func readBloxorz(s *source, _ Options) []Level {
	if !strings.HasPrefix(strings.TrimSpace(s.text), "{") && !strings.HasPrefix(strings.TrimSpace(s.text), "[") {
		return s.bloxorzBoards()
	}
	var l bloxorzLevel
	if err := json.NewDecoder(strings.NewReader(s.text)).Decode(&l); err != nil {
		s.jsonError(err)
		return nil
	}
	if len(l.Rows) == 0 {
		d := s.diags.Errorf(s.span(1, 1, 0), code, "the level has no `rows`")
		d.Help = "write {\"rows\": [\"S##G\"]}, or the board as lines of signs: . nothing, # floor, " +
			"S the start, G the goal, ! fragile floor"
		return nil
	}
	b := &bloxorz{s: s, level: &l, sign: map[string]rune{"#": 'o', ".": '.', "S": 'S', "G": 'T', "!": 'f'}}
	b.deal()
	b.effects()
	params := []Param{{"level", b.rows()}, {"wires", b.wires}, {"shown", b.shown}, {"ports", b.ports}}
	out := Level{Name: "level_1", Title: plain(l.Source), Params: params}
	if l.Level > 0 {
		out.Name = fmt.Sprintf("level_%d", l.Level)
	}
	return []Level{out}
}

// bloxorzBoards reads boards of signs.
func (s *source) bloxorzBoards() (levels []Level) {
	var board rows
	var title string
	for i, line := range append(s.lines, "") {
		row := strings.Map(func(r rune) rune {
			if to, is := bloxorzSigns[r]; is {
				return to
			}
			return -1
		}, strings.TrimRight(line, " \r"))
		all := strings.Join(board, "")
		starts, goals := strings.Count(all, "S"), strings.Count(all, "T")
		switch {
		case row != "" && utf8.RuneCountInString(row) == utf8.RuneCountInString(strings.TrimRight(line, " \r")):
			board = append(board, row)
			continue
		case len(board) > 0 && strings.TrimSpace(line) != "":
			s.errorf(i+1, 1, utf8.RuneCountInString(line), "this row has other signs than . - o # S T G f !; "+
				"write a blank line behind a board; bridges and switches are read from JSON")
		case len(board) > 0 && (starts != 1 || goals != 1):
			s.errorf(i, 1, 0, "the board that ends here must have one start, S, and one goal, T or G; it has %d and %d",
				starts, goals)
		case len(board) > 0:
			levels = append(levels, Level{Title: title, Params: []Param{{"level", board}}})
			title = ""
		case strings.TrimSpace(line) != "":
			title = plain(strings.TrimSpace(line))
		}
		board = nil
	}
	return numbered(levels)
}

// jsonError reports why the text is not the JSON of a level.
func (s *source) jsonError(err error) {
	offset, msg := int64(len(s.text)), "the text ends too early"
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind):
		offset, msg = kind.Offset-1, fmt.Sprintf("`%s` cannot be a %s", strings.ToLower(kind.Field), kind.Value)
		if kind.Field == "" {
			offset, msg = 0, "an object was expected"
		}
	case errors.As(err, &syntax) && !strings.HasPrefix(err.Error(), "unexpected end"):
		offset, msg = syntax.Offset-1, "this sign does not belong here"
	}
	at := diag.At(s.name, s.text, int(offset))
	s.errorf(at.Line, at.Column, 1, "this is not the JSON of a level: %s", msg)
}

// bloxorz translates a level. Bridges and switches get new letters, because the model uses letters for its own signs.
type bloxorz struct {
	s                   *source
	level               *bloxorzLevel
	sign                map[string]rune // for each sign of the rows: the sign in the model
	wires, shown, ports set
}

// wrong reports an error at a word of the file.
func (b *bloxorz) wrong(word, format string, args ...any) {
	at := diag.At(b.s.name, b.s.text, strings.Index(b.s.text, `"`+word+`"`))
	b.s.errorf(at.Line, at.Column, utf8.RuneCountInString(word)+2, format, args...)
}

// deal gives bridges and switches their signs. A bridge without a switch always is floor or always nothing.
func (b *bloxorz) deal() {
	touched := map[string]bool{}
	for i, s := range b.level.Switches {
		for _, e := range s.Effects {
			touched[e.Bridge] = true
		}
		switch {
		case !b.fits(s.ID, i, freeCapitals):
		case len(s.Effects) == 0 && s.Kind != "split": // it is floor like any other
			b.sign[s.ID] = 'o'
		default:
			b.sign[s.ID] = rune(freeCapitals[i])
		}
	}
	for i, bridge := range b.level.Bridges {
		on := bridge.Initial == "on"
		switch {
		case !b.fits(bridge.ID, i, freeSmall):
		case !on && bridge.Initial != "off":
			b.wrong(bridge.Initial, "a bridge is at first on or off, not %q", bridge.Initial)
		case touched[bridge.ID]:
			b.sign[bridge.ID] = rune(freeSmall[i])
			if on {
				b.shown = append(b.shown, sign(freeSmall[i]))
			}
		case on:
			b.sign[bridge.ID] = 'o'
		default:
			b.sign[bridge.ID] = '.'
		}
	}
}

// fits checks the name of bridge or switch number i.
func (b *bloxorz) fits(id string, i int, letters string) bool {
	_, twice := b.sign[id]
	switch {
	case utf8.RuneCountInString(id) != 1 || twice:
		b.wrong(id, "a bridge or switch has a letter of its own, %q is none", id)
	case i >= len(letters):
		b.wrong(id, "there are more than %d bridges or switches", len(letters))
	default:
		return true
	}
	return false
}

// effects collects the effects of switches.
func (b *bloxorz) effects() {
	actions := map[string]name{"on": "show", "off": "hide", "toggle": "toggle"}
	for _, s := range b.level.Switches {
		who := sign(b.sign[s.ID])
		switch s.Kind {
		case "split":
			if len(s.SplitTo) != 2 {
				b.wrong(s.ID, "the switch %s needs two cells to split to", s.ID)
				continue
			}
			if len(s.Effects) > 0 {
				b.wrong(s.ID, "the switch %s splits the block, and cannot turn bridges as well", s.ID)
			}
			b.ports = append(b.ports, tuple{who, cell(s.SplitTo[0]), cell(s.SplitTo[1])})
		case "soft", "heavy":
		default:
			b.wrong(s.Kind, "a switch is soft, heavy or split, not %q", s.Kind)
		}
		for _, e := range s.Effects {
			bridge, known := b.sign[e.Bridge]
			action, does := actions[e.Op]
			switch {
			case !known:
				b.wrong(e.Bridge, "there is no bridge %q", e.Bridge)
			case !does:
				b.wrong(e.Op, "a switch turns a bridge on, off or toggles it, not %q", e.Op)
			default:
				b.wires = append(b.wires, tuple{number(len(b.wires)), who, name(s.Kind), action, sign(bridge)})
			}
		}
	}
}

// rows translates the drawing.
func (b *bloxorz) rows() (out rows) {
	for _, row := range b.level.Rows {
		var translated strings.Builder
		for _, r := range row {
			to, ok := b.sign[string(r)]
			if !ok {
				b.wrong(row, "%q is no sign of this level: it is neither one of . # S G ! nor a bridge or switch", r)
			}
			translated.WriteRune(to)
		}
		out = append(out, translated.String())
	}
	all := strings.Join(b.level.Rows, "")
	if starts, goals := strings.Count(all, "S"), strings.Count(all, "G"); starts != 1 || goals != 1 {
		b.wrong("rows", "the level must have one start, S, and one goal, G; it has %d and %d", starts, goals)
	}
	return out
}
