package readback

import (
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/internal/lazy"
)

// step matches what may stand before an action: nothing, the number that pzc prints, or the time that planners print.
var step = lazy.Compile(`^\s*(?:(\d+)\.\s+|[0-9.]+\s*:\s*)?\(`)

// actions reads a plan in the format of the planning competitions: an action in brackets on each line, comments behind
// `;`. Of what `pzc solve` prints for people it reads the lines with numbers.
func (r *reader) actions(input string) {
	lines := strings.Split(input, "\n")
	r.printed = r.isPrinted(lines)
	for n, raw := range lines {
		text, _, _ := strings.Cut(raw, ";")
		l := line{strings.TrimRight(text, " \t"), r.places.begins[n], r.places}
		if heading.Get().MatchString(raw) {
			r.begin(r.places.at(l.offset))
			continue
		}
		m := step.Get().FindStringSubmatchIndex(l.text)
		numbered := m != nil && m[2] >= 0 && l.text[m[2]:m[3]] == strconv.Itoa(len(r.now.Moves)+1)
		switch {
		case m != nil && (numbered || !r.printed):
			begin := m[1] - 1
			r.now.Moves = append(r.now.Moves, l.part(begin, closing(l.text, begin)))
		case strings.TrimSpace(l.text) != "" && !r.printed && !strings.HasPrefix(strings.TrimSpace(raw), "#"):
			r.unread = append(r.unread, l.part(0, len(l.text)))
		}
	}
	if len(r.unread) > 0 {
		r.fail(r.unread[0].Span, "this is no action in brackets", "a plan has one action on each line, as (move a b)")
	}
	r.reportNone(lines)
}
