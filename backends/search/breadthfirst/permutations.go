package breadthfirst

import (
	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/space"
)

// permutationRows holds moves that are always applicable and only permute values. For each group of a few bits of a
// state, a row says what these bits contribute to each successor.
type permutationRows struct {
	moves  int
	chunks []permutationChunk
}

type permutationChunk struct {
	shift uint
	mask  uint64
	rows  []uint64 // by value and move
}

const (
	chunkBits      = 9       // bits read at once, unless a variable has more
	rowBytes       = 1 << 19 // bytes of all rows, so that they stay in the cache
	coarseRowBytes = 1 << 23 // bytes of all rows of a coarse space, which has no better way
)

// permute generates successors by permutations.
func (b *worker) permute(t *permutationRows, short *shortcuts) {
	for i, s := range b.parents {
		path := b.paths[i]
		moves := short.lists[path]
		n := len(b.kids)
		for range moves {
			b.kids = append(b.kids, 0)
		}
		kids := b.kids[n:]
		kids = kids[:len(moves)]
		for c := range t.chunks {
			k := &t.chunks[c]
			row := k.rows[int(s>>(k.shift&63)&k.mask)*t.moves:]
			row = row[:t.moves]
			for j, m := range moves {
				kids[j] |= row[m]
			}
		}
		if !short.none {
			b.after = append(b.after, short.afters[path]...)
		}
		b.ends[i], b.deaths[i], b.known[i] = int32(len(b.kids)), 0, int32(t.moves-len(moves))
	}
}

// newPermutationRows returns the moves of a plain space as permutations, nil if they are not permutations.
func newPermutationRows(sp *space.Space) *permutationRows {
	if !sp.Plain || !sp.Rows.Everywhere() {
		return nil
	}
	t := &permutationRows{moves: len(sp.Moves)}
	var at, end uint // the fields from bit at to bit end are a chunk
	for v := range sp.Layout.Fields {
		f := &sp.Layout.Fields[v]
		if f.Shift+f.Bits-at > chunkBits && f.Shift > at {
			t.chunks = append(t.chunks, permutationChunk{shift: at, mask: 1<<(end-at) - 1})
			at = f.Shift
		}
		end = f.Shift + f.Bits
	}
	t.chunks = append(t.chunks, permutationChunk{shift: at, mask: 1<<(end-at) - 1})
	total := 0.0
	for c := range t.chunks {
		total += 8 * float64(t.moves) * float64(t.chunks[c].mask+1)
	}
	if total > rowBytes && (sp.Coarsened == 0 || total > coarseRowBytes) {
		return nil
	}
	for c := range t.chunks {
		if !t.fill(sp, &t.chunks[c], c == 0) {
			return nil
		}
	}
	return t
}

// bytes returns the bytes of the rows.
func (t *permutationRows) bytes() (n int64) {
	if t != nil {
		for c := range t.chunks {
			n += 8 * int64(len(t.chunks[c].rows))
		}
	}
	return n
}

// fill makes the rows of a chunk. It returns false if a table reads beyond the chunk.
func (t *permutationRows) fill(sp *space.Space, c *permutationChunk, first bool) bool {
	c.rows = make([]uint64, t.moves*int(c.mask+1))
	reach := c.mask << c.shift
	for m := range sp.Moves {
		mv := &sp.Moves[m]
		for k := range mv.Tables {
			if g := readMask(&mv.Tables[k].At); g&reach != 0 && g&^reach != 0 {
				return false
			}
		}
		for value := range c.mask + 1 {
			s := value << c.shift
			x := s &^ mv.Clear
			if first {
				x |= mv.Set
			}
			for k := range mv.Tables {
				if at := &mv.Tables[k].At; readMask(at)&reach != 0 {
					x |= mv.Tables[k].Bits[at.Index1(s)]
				}
			}
			c.rows[int(value)*t.moves+m] = x
		}
	}
	return true
}

// readMask returns the bits of a one-word state that g reads.
func readMask(g *packed.Gather) uint64 {
	r := g.First.Mask << g.First.Shift
	for _, p := range g.Rest {
		r |= p.Mask << p.Shift
	}
	return r
}
