package dsl

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Wherever effects stand, an `else if` is an effect of its own in the block of the `else`.
func TestElseIfEverywhere(t *testing.T) {
	const chain = "if a { x := 1 } else if b { x := 2 } else if c { x := 3 } else { x := 4 }"
	for _, frame := range []string{
		"move m { @ }", "move m { for i in S { @ } }", "move m { for i in S { for j in S { @ } } }", "move m { if d { @ } }",
		"move m { if d { } else { @ } }", "move m { if d { } else if e { @ } }", "move m { if d { @ } else if e { x := 0 } }",
		"move m { if d { } else if e { } else { @ } }",
		"move m { x := 1 } then { @ }", "move m { x := 1 } then { for i in S { @ } }", "symmetry s { @ }",
		"symmetry s { for i in S { if d { @ } } }", "move m { for i in S { x := 0  @  x := 5 } }",
	} {
		f, errs := Parse("x.pz", []byte(strings.ReplaceAll(frame, "@", chain)))
		require.Empty(t, errs, frame)
		assigned, chained := 0, 0
		walk(reflect.ValueOf(f), func(n any) {
			switch n := n.(type) {
			case *IfEffect:
				assert.Nil(t, n.Chain, frame)
				if n.ElseIf && assert.Len(t, n.Else.Effects, 1, frame) {
					assert.IsType(t, n, n.Else.Effects[0], frame)
					chained++
				}
			case *Assign:
				assigned++
			}
		})
		assert.Equal(t, strings.Count(strings.ReplaceAll(frame, "@", chain), ":="), assigned, frame)
		assert.Equal(t, strings.Count(strings.ReplaceAll(frame, "@", chain), "else if"), chained, frame)
	}
}
