package breadthfirst

import (
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/internal/text"
)

// TwoBit visits a space breadth first as Search does, in less memory. It finds the states of a layer by going over two
// bits for each state that there could be. Some of these bits may lie in a file.
type TwoBit struct {
	*Search // without a set and a queue
	pages   *pages
	none    *shortcuts
	parts   []twoBitPart
	How     string // the states are kept
}

// twoBitPart is what one core has to do of a page.
type twoBitPart struct {
	from, to     int64
	goals, stuck int64
	eval         *space.Evaluator
}

const twoBitStates = 1 << 10 // states that each core expands in a round

// listed is the share of the states that there could be for which there must be room in a list; else TwoBit goes over
// them.
const listed = 8

// NewTwoBit returns a TwoBit of a coarse space, or of the space of the run if c is nil. It may put states into a file
// in the folder, unless that is "". It returns nil if a search is sure to have the memory, if states cannot be
// numbered, or if the memory is too small for a TwoBit.
func NewTwoBit(r *job.Job, c *space.Coarse, folder string) (*TwoBit, error) {
	s := &TwoBit{Search: plainSearch(r, c)}
	n, rank := numbered(s.sp)
	memory := r.Memory - r.Fixed
	if r.Expander.Fold != nil || n/8+n/listed*uint64(StateBytes(s.sp.Layout)) <= uint64(memory) {
		return nil, nil
	}
	return s.with(n, rank, memory, folder)
}

// with makes what a TwoBit over n states keeps.
func (s *TwoBit) with(n uint64, rank *ranker, memory int64, folder string) (_ *TwoBit, err error) {
	s.addWorkers(s.Job.Cores())
	s.none = newShortcuts(s.sp, nil)
	kids := int64(len(s.workers) * twoBitStates * len(s.sp.Moves) * s.sp.Layout.Words)
	// A quarter is left for the program and what it has read.
	s.pages, err = newPages(n, rank, (memory-s.tables-24*kids)*3/4, folder)
	if s.pages == nil {
		return nil, err
	}
	s.How = "two bits for each of " + text.Plural(int64(n), "state")
	if bytes := s.pages.fileBytes(); bytes > 0 {
		s.How += ", most of them in a file of " + text.Bytes(bytes)
	}
	for range s.workers {
		s.parts = append(s.parts, twoBitPart{eval: s.sp.NewEvaluator()})
	}
	s.pages.layer(0)
	at := make([]uint64, s.rootCount())
	s.pages.locate(s.roots, at)
	return s, s.pages.mark(at)
}

// Close gives up what the search has kept.
func (s *TwoBit) Close() { s.pages.close() }

// LayerCounts counts the states at a depth.
type LayerCounts struct {
	States int64
	Goals  int64 // states among them in which the goal holds
	Stuck  int64 // states among them without an applicable move
	Moves  int64 // applicable moves in these states
}

// Layer visits the states at a depth, and with expand makes their successors.
func (s *TwoBit) Layer(depth int, expand bool) (l LayerCounts) {
	goals, stuck, moves := s.Goals, s.Stuck, s.Counts.Generated
	s.pages.layer(depth + 1)
	for i := 0; i < s.pages.count() && s.Stop == ""; i++ {
		some, err := s.pages.open(i, depth)
		if some && err == nil {
			l.States += s.page(i, depth, expand)
		}
		if err == nil {
			err = s.pages.shut(i, depth)
		}
		s.check(err)
	}
	l.Goals, l.Stuck, l.Moves = s.Goals-goals, s.Stuck-stuck, s.Counts.Generated-moves
	return l
}

// page visits the states of a page.
func (s *TwoBit) page(i, depth int, expand bool) (states int64) {
	cores := int64(len(s.parts))
	for k := range s.parts {
		s.parts[k].from, s.parts[k].to = s.pages.each()*int64(k)/cores, s.pages.each()*int64(k+1)/cores
	}
	for more := true; more && !s.Over(s.name, s.bytes); {
		job.Together(len(s.parts), func(k int) { s.round(k, i, depth, expand) })
		more = false
		for k := range s.parts {
			b, p := s.workers[k], &s.parts[k]
			states += int64(len(b.ends))
			s.Goals, s.Stuck = s.Goals+p.goals, s.Stuck+p.stuck
			s.Work += int64(len(b.ends) + len(b.at))
			if expand {
				s.Counts.Expanded += int64(len(b.ends))
				s.Counts.Generated += int64(len(b.at))
				s.check(s.pages.mark(b.at))
			}
			more = more || p.from < p.to
		}
	}
	return states
}

// round visits the next states of a part.
func (s *TwoBit) round(k, i, depth int, expand bool) {
	b, p, words := s.workers[k], &s.parts[k], s.sp.Layout.Words
	p.goals, p.stuck = 0, 0
	p.from, b.parents, b.at = s.pages.take(i, depth, p.from, p.to, twoBitStates, b.parents[:0], b.at[:0])
	for at := 0; at < len(b.parents); at += words {
		if s.sp.IsGoal(b.parents[at:at+words], p.eval) {
			p.goals++
		}
	}
	b.paths = sized(b.paths, len(b.at))
	clear(b.paths)
	if !expand {
		b.ends = sized(b.ends, len(b.at))
		return
	}
	b.expandAll(s.none)
	for from, end := int32(0), b.ends; len(end) > 0; from, end = end[0], end[1:] {
		if end[0] == from {
			p.stuck++
		}
	}
	b.at = sized(b.at, len(b.kids)/words)
	s.pages.locate(b.kids, b.at)
}

// check ends the search if the file cannot be read or written.
func (s *TwoBit) check(err error) {
	if err != nil && s.Stop == "" {
		s.Stop = "the file of states: " + err.Error()
	}
}

// bytes returns the bytes of the search.
func (s *TwoBit) bytes() int64 { return s.pages.bytes() + s.tables + s.workerBytes() }

// Account records the final numbers.
func (s *TwoBit) Account(states int64) {
	s.Took(s.bytes(), 0)
	s.Counts.BytesPerState = float64(s.bytes()+s.pages.fileBytes()) / float64(max(1, states))
}
