package check_test

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/compiler/check"
)

// A mistake of syntax is one message: what the reader keeps of the declaration is not judged, all others are.
func TestOneMistakeOneMessage(t *testing.T) {
	const head = "puzzle P\nenum Pose { standing, lying }\nstate x: 0..3 = 0\nstate pose: Pose = standing\n" +
		"move go { x := 1  pose := lying }\n"
	for _, decl := range []string{
		"goal x = 3",
		"goal x = 3 and pose == lying",
		"goal x == 2 && x == 1",
		"goal x.row() == 1",
		"goal x is 3",
		"goal x =< 3",
		"goal forall i in 0..3:\n  i\n  = x",
		"goal pose == 'standing'",
		"state y: 0..3 := 3",
		"const c: 1.3 = 1",
	} {
		l := check.Loader{FS: fstest.MapFS{"p.pz": {Data: []byte(head + "goal x == 1\n" + decl + "\n")}}}
		_, diags := l.Load("p.pz")
		assert.Len(t, diags, 1, "%s: %v", decl, diags)
		l.FS = fstest.MapFS{"p.pz": {Data: []byte(head + "goal 3\n" + decl + "\ngoal 4\n")}}
		_, diags = l.Load("p.pz")
		assert.Len(t, diags, 3, "%s: %v", decl, diags)
	}
	l := check.Loader{FS: fstest.MapFS{"p.pz": {Data: []byte(head + "goal x == 1\nmove whole { x := standing }\n}\n")}}}
	_, diags := l.Load("p.pz")
	assert.Len(t, diags, 2, "what comes after the last brace of a move does not belong to it: %v", diags)
}
