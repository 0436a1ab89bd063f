package play

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"github.com/pzc-lang/pzc/apps/why"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// completer asks a solver whether the filled-in values can be completed, and which values follow from them.
type completer struct {
	*thinker
	puzzle  *puzzle.Puzzle
	form    *puzzle.Form
	options puzzle.Options
	known   map[string]chance // by what is filled in

	guide *why.Guide // nil: not asked for yet
	wrong error      // why there is no guide
}

func newCompleter(ctx context.Context, s Settings, z *puzzle.Puzzle, f *puzzle.Form) *completer {
	return &completer{
		thinker: newThinker(ctx, s), puzzle: z, form: f, options: s.Hints.Options, known: map[string]chance{},
	}
}

// chance holds the known results for a form with some values.
type chance struct {
	known  bool
	status backends.Status
	reason string  // why it is not known
	final  []int64 // a completion
	solved bool    // only elements are missing that no board shows, and they can be completed
}

type chanceMsg struct {
	from *completer
	key  string
	last chance
}

// stepMsg delivers the next value that follows from the filled-in values; nil if no value follows.
type stepMsg struct {
	from  *completer
	key   string
	step  *why.Forced
	wrong error
}

// ask starts to compute whether values can be completed, unless it is known.
func (o *completer) ask(l *puzzle.Filled) tea.Cmd {
	key := o.form.Write(l.Given)
	if o.known[key].known || l.Solved || len(l.Conflicts) > 0 {
		o.stop()
		return nil
	}
	return o.think(func(ctx context.Context) tea.Msg {
		last := o.complete(ctx, l.Given)
		if l.Hidden {
			rest := o.complete(ctx, l.Rest())
			last.solved = rest.status == backends.Solved
		}
		return chanceMsg{o, key, last}
	})
}

func (o *completer) complete(ctx context.Context, given map[int]int64) chance {
	c, err := o.form.Complete(ctx, given, puzzle.ValidateOptions{Memory: o.options.Memory})
	switch {
	case err != nil:
		return chance{known: true, status: backends.Unknown, reason: o.wording(err.Error())}
	case c == nil:
		return chance{known: true, status: backends.Unknown, reason: "there was no time"}
	case c.Undecided != "":
		return chance{known: true, status: backends.Unknown, reason: o.wording(c.Undecided)}
	case c.Valid():
		return chance{known: true, status: backends.Solved, final: c.Solution.Start}
	}
	return chance{known: true, status: backends.Unsolvable}
}

// step starts to compute the next value that follows.
func (o *completer) step(l *puzzle.Filled) tea.Cmd {
	key := o.form.Write(l.Given)
	return o.think(func(ctx context.Context) tea.Msg {
		if o.guide == nil && o.wrong == nil {
			o.guide, o.wrong = why.NewGuide(ctx, o.puzzle, why.Options{Solve: o.options})
		}
		m := stepMsg{from: o, key: key, wrong: o.wrong}
		if m.wrong == nil {
			m.step, m.wrong = o.guide.Next(ctx, l.Given)
		}
		if ctx.Err() != nil {
			o.guide, o.wrong = nil, nil
		}
		return m
	})
}

func (p *forming) outlook() chance {
	if p.oracle == nil {
		return chance{}
	}
	return p.oracle.known[p.key()]
}

func (p *forming) look() tea.Cmd {
	if p.oracle == nil {
		return nil
	}
	return p.oracle.ask(p.filled)
}

func (p *forming) learn(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case chanceMsg:
		if m.from != p.oracle {
			return nil
		}
		if p.oracle.known[m.key] = m.last; m.key == p.key() && m.last.solved {
			p.say("Solved.")
		}
		if p.wanted != nothing {
			return p.wish(p.wanted)
		}
	case stepMsg:
		if m.from == p.oracle && m.key == p.key() && p.wanted != nothing {
			p.tell(m)
			return p.look()
		}
	}
	return nil
}

// wish answers a wish from known results, or starts the work to compute them.
func (p *forming) wish(w wishes) tea.Cmd {
	p.wanted = nothing
	switch l := p.outlook(); {
	case p.oracle == nil:
		p.say("--no-help was given.")
	case p.filled.Solved || l.solved:
		p.say("It is solved.")
	case len(p.filled.Conflicts) > 0:
		p.say("Something is wrong already: c says what.")
	case !l.known:
		p.wanted = w
		p.say("Computing …")
		return p.look()
	case l.status == backends.Unsolvable:
		p.say("It cannot be solved any more: undo with u.")
	case l.status == backends.Unknown:
		p.say("No hint: %s.", l.reason)
	default:
		p.wanted = w
		p.say("Computing what follows …")
		return p.oracle.step(p.filled)
	}
	return nil
}

// tell fills in or explains the next value that follows.
func (p *forming) tell(m stepMsg) {
	w := p.wanted
	p.wanted, p.message = nothing, ""
	if m.step == nil {
		p.guess(w, m.wrong)
		return
	}
	what := p.form.Label(m.step.Place) + " = " + p.form.Text(m.step.Place, m.step.Value)
	if p.goTo(m.step.Place); w == hint {
		p.set(m.step.Place, m.step.Value, false)
		if p.message == "" {
			p.say("Hint: %s.", what)
		}
		return
	}
	p.page = []string{what + " follows:"}
	for i := range m.step.Facts {
		f := &m.step.Facts[i]
		p.page = append(p.page, "", f.Text+".")
		p.page = append(p.page, lists.Map(f.Parts, func(part why.Fact) string { return "  " + part.Text })...)
	}
}

// guess fills in a value of one solution, because none follows.
func (p *forming) guess(w wishes, wrong error) {
	because := "Nothing follows from the conditions alone"
	if wrong != nil && !errors.Is(wrong, why.ErrContradiction) {
		because = "No step was found (" + p.oracle.wording(wrong.Error()) + ")"
	}
	if len(p.filled.Missing) == 0 {
		return
	}
	place := p.filled.Missing[0]
	value := p.outlook().final[place]
	what := p.form.Label(place) + " = " + p.form.Text(place, value)
	if p.goTo(place); w == hint {
		p.set(place, value, false)
	}
	if p.message == "" || w == reason {
		p.say("%s; one solution has %s.", because, what)
	}
}

// goTo marks a cell that shows an element.
func (p *forming) goTo(place int) {
	for b := range p.filled.Boards {
		for cell, places := range p.filled.Boards[b].Shows {
			if len(places) == 1 && places[0] == place {
				p.spot = spot{b, cell}
				return
			}
		}
	}
}
