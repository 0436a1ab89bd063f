package difftest

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// TestEveryWayAgrees solves a model in every way that there is: each algorithm, those that use one with each heuristic,
// with and without what leaves states and moves out. A short run draws a few of the ways for each model.
func TestEveryWayAgrees(t *testing.T) {
	property(t, func(rt *rapid.T) {
		write := writeModel
		switch rapid.IntRange(0, 7).Draw(rt, "kind") {
		case 1, 2, 3, 4:
			write = writePromises
		case 5:
			write = writeWide
		}
		s := drawBy(rt, write, 200)
		if s == nil {
			return
		}
		ways := s.ways()
		for range min(6, len(ways)) {
			s.agrees(ways[rapid.IntRange(0, len(ways)-1).Draw(rt, "way")])
		}
	})
}

// ways are the options of search that a space of this size allows.
func (s *subject) ways() []backends.Options {
	var all []backends.Options
	for _, a := range puzzle.Algorithms() {
		if len(s.states) > 40 && slices.Contains([]string{"idastar", "iddfs", "backtrack"}, a.Name) {
			continue // they have no memory of what they have seen
		}
		heuristics := []string{""}
		if a.Guided {
			heuristics = append(puzzle.Heuristics(), s.heuristics()...)
		}
		for _, heuristic := range heuristics {
			for _, off := range []bool{false, true} {
				all = append(all, backends.Options{
					Algorithm: a.Name, Heuristic: heuristic, NoPrune: off, NoSymmetry: off, Threads: 1,
				})
			}
		}
	}
	return all
}

// heuristics are those that the model declares.
func (s *subject) heuristics() []string {
	var names []string
	for line := range strings.Lines(s.text) {
		if rest, ok := strings.CutPrefix(line, "heuristic "); ok {
			names = append(names, strings.Fields(rest)[0])
		}
	}
	return names
}

// agrees checks the answer that one way gives, unless the way says that it is not for such a task.
func (s *subject) agrees(o backends.Options) {
	a, err := s.try("search", o)
	if refused := (*puzzle.OptionsError)(nil); errors.As(err, &refused) {
		return
	}
	require.NoError(s.rt, err)
	s.sound(a, s.least)
	if a.Status != backends.Unknown {
		require.Equal(s.rt, s.status(), a.Status, "%s with %q: %s", a.Algorithm, a.Heuristic, a.Reason)
	}
}
