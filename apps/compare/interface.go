package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/parse"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// shown returns the name of a ground move by which it is matched, without blanks or as PDDL writes it.
func (c *comparison) shown(s Side, move string) string {
	if c.face.pddl {
		return c.z[s].Model().Notation.Move(move)
	}
	return squeeze(move)
}

// translate returns the name of a ground move of one model in the other one, as shown returns it, and the line that
// says so. The name is "" if the line says it in the other direction only.
func (c *comparison) translate(from Side, move string) (string, *rename) {
	move = c.shown(from, move)
	g, _ := readPattern(move)
	for i := range c.face.moves {
		r := &c.face.moves[i]
		if r.from == from.Against() && r.side[from].name == g.name {
			return "", r
		}
		if bound, ok := r.side[from].match(g, c.valueNames(from)); ok {
			return c.made(r, from.Against(), bound), r
		}
	}
	return move, nil
}

// counterpart returns the name of a ground move of one model in the other one, "" if it has none there.
func (c *comparison) counterpart(from Side, move int32) string {
	switch {
	case from == Reference && c.to[move] >= 0:
		return c.z[Other].Task().Moves[c.to[move]].Name
	case from == Other && len(c.from[move]) > 0:
		return c.z[Reference].Task().Moves[c.from[move][0]].Name
	}
	name, _ := c.translate(from, c.z[from].Task().Moves[move].Name)
	return name
}

// valueNames returns the names that are values in a model: enum values, directions, true and false.
func (c *comparison) valueNames(s Side) map[string]bool {
	if c.values[s] != nil {
		return c.values[s]
	}
	values := map[string]bool{"true": true, "false": true}
	for _, d := range puzzle.Directions {
		values[d] = true
	}
	for _, e := range c.z[s].Model().Enums {
		for _, v := range e.Values {
			if c.face.pddl {
				v = c.z[s].Model().Notation.Value(v)
			}
			values[v] = true
		}
	}
	c.values[s] = values
	return values
}

// matchMoves fills to and from. Notes say which lines make a move that there is not, or one move of two.
func (c *comparison) matchMoves() {
	var number [2]map[string]int32
	for s, z := range c.z {
		number[s] = map[string]int32{}
		for i, m := range z.Task().Moves {
			number[s][c.shown(Side(s), m.Name)] = int32(i)
		}
	}
	c.to, c.from = slices.Repeat([]int32{-1}, len(number[Reference])), make([][]int32, len(number[Other]))
	noted, used := map[*rename]bool{}, map[*rename]bool{}
	for _, s := range []Side{Reference, Other} {
		moves := c.z[s].Task().Moves
		for i, m := range moves {
			name, r := c.translate(s, m.Name)
			if s == Other && (r == nil || r.from != Other) {
				continue // moves of the reference are mapped to these
			}
			used[r] = true
			k, known := number[s.Against()][name]
			before, note := []int32(nil), ""
			switch {
			case known && s == Reference:
				before = c.from[k]
				c.to[i], c.from[k] = k, append(before, int32(i))
			case known && c.to[k] >= 0:
				before = []int32{c.to[k]} // this move has no counterpart
			case known:
				c.to[k], c.from[i] = int32(i), []int32{k}
			case name != "" && r != nil && !noted[r] && !c.legal(s.Against(), name):
				note = fmt.Sprintf("there is no move `%s`, which `%s` makes of `%s`", spaced(name), r.line,
					spaced(c.shown(s, m.Name)))
			}
			if len(before) > 0 {
				note = fmt.Sprintf("two moves correspond to `%s`, `%s` and `%s`", spaced(name),
					spaced(c.shown(s, moves[before[0]].Name)), spaced(c.shown(s, m.Name)))
			}
			if note != "" && !noted[r] {
				noted[r] = true
				c.Notes = append(c.Notes, Note{s.Against(), note, ""})
			}
		}
	}
	for i := range c.face.moves {
		if r := &c.face.moves[i]; !used[r] {
			c.Notes = append(c.Notes, Note{max(r.from, Reference), "`" + r.line + "` is about no move that there is", ""})
		}
	}
	c.noteMoves()
}

// legal reports whether a model has a ground move, which may never be possible.
func (c *comparison) legal(s Side, move string) bool {
	_, diags := parse.Move(c.machine[s], "move", move)
	return !diags.HasErrors()
}

// noteMoves writes notes about declared moves without a counterpart.
func (c *comparison) noteMoves() {
	for _, side := range []Side{Reference, Other} {
		theirs := c.z[side.Against()].Model().Moves
		names := c.face.moveNames(c.z[side.Against()].Program)
		for k, m := range c.z[side].Model().Moves {
			name := c.face.moveNames(c.z[side].Program)[k]
			if slices.ContainsFunc(c.face.moves, func(r rename) bool { return r.side[side].name == name }) {
				continue
			}
			i := slices.Index(names, name)
			var note string
			switch {
			case i < 0 && side == Other && c.Extra:
				continue
			case i < 0:
				note = fmt.Sprintf("there is no move `%s`", name)
				if near := diag.Nearest(name, names); near != "" {
					note += fmt.Sprintf("; is it `%s`?", near)
				}
			case c.face.pddl && len(m.Params) != len(theirs[i].Params):
				note = fmt.Sprintf("`%s` has %s, not %d", name, text.Count(len(theirs[i].Params), "parameter"), len(m.Params))
			case c.face.pddl && c.others(side, m, theirs[i]) != "":
				note = fmt.Sprintf("the parameters of `%s` differ: %s", name, c.others(side, m, theirs[i]))
			case !c.face.pddl && kinds(m) != kinds(theirs[i]):
				note = fmt.Sprintf("the parameters of the move `%s` are (%s), not (%s)", m.Name, kinds(theirs[i]), kinds(m))
			default:
				continue
			}
			c.Notes = append(c.Notes, Note{side.Against(), note, name})
		}
	}
}

// others says which parameter of an action of PDDL can be no object that the same parameter of an action of the other
// task can be; "": none.
func (c *comparison) others(s Side, mine, theirs *model.Move) string {
	for i := range mine.Params {
		var objects [2][]string
		for k, m := range []*model.Move{mine, theirs} {
			side := Side((int(s) + k) % 2)
			v, _ := c.eval[side].Eval(m.Params[i].Set, make(semantics.Frame, m.Slots), nil)
			for _, e := range v.C.Set.Elems {
				objects[k] = append(objects[k], c.z[side].Model().Format(m.Params[i].Set.Type().Elem(), e))
			}
		}
		mine, theirs := objects[0], objects[1]
		if !slices.ContainsFunc(mine, func(o string) bool { return slices.Contains(theirs, o) }) && len(mine)*len(theirs) > 0 {
			return fmt.Sprintf("%s can be parameter %d, not %s", listed(theirs), i+1, listed(mine))
		}
	}
	return ""
}

// listed names a few objects.
func listed(objects []string) string {
	if len(objects) > 3 {
		objects = append(slices.Clone(objects[:3]), "…")
	}
	return strings.Join(objects, ", ")
}

// kinds names the kinds of the parameters of a move. An enum is named by its values, because its type may have another
// name.
func kinds(m *model.Move) string {
	out := make([]string, len(m.Params))
	for i, p := range m.Params {
		t := p.Set.Type().Elem()
		switch t.Kind {
		case model.Enumerated:
			out[i] = "{" + strings.Join(slices.Sorted(slices.Values(t.Enum.Values)), ", ") + "}"
		case model.CellKind:
			out[i] = "cell"
		default:
			out[i] = t.String()
		}
	}
	return strings.Join(out, ", ")
}

// moveNames lists the names of the moves, in order.
func (f *face) moveNames(p *puzzle.Program) (names []string) {
	for _, m := range p.Model().Moves {
		name := m.Name
		if f.pddl {
			name = p.Model().Notation.Action(name)
		}
		names = append(names, name)
	}
	return names
}
