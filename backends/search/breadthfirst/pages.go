package breadthfirst

import (
	"math/bits"
	"os"
	"unsafe"
)

// pages is a set of states for a search that goes over all states that there could be, layer after layer (Korf and
// Schultze, Large-Scale Parallel Breadth-First Search, 2005). Two bits for each state say whether it was not seen, is
// to be expanded in a layer of even or of odd depth, or was expanded. So there is no list of states.
//
// Pages of these bits that do not fit the memory lie in a file. One of them is in memory while its states are
// expanded. States of the others wait until their page is read, which happens early if there is no room to wait.
type pages struct {
	rank  *ranker // nil: the number of a state is its only word
	bits  uint    // a page has 2^bits states
	pages []page
	file  *os.File // nil: all pages are in memory
	name  string   // of the file, if it could not be removed while it is open
	spare [2][]uint64
	stamp uint64 // mark of the states that are marked now

	waiting []uint32 // chunks of states that wait: their number in the page, and in the top bit the parity of the depth
	next    []int32  // by chunk: the next one of the same page, or the next free one; -1: none
	free    int32
}

// page is two bits for each of some states: 0, a mark, or expandedMark.
type page struct {
	cells       []uint64 // nil: in the file
	written     bool     // the file has it; else it is zero
	holds       uint64   // the marks that it has
	first, last int32    // chunks of states that wait; -1: none
	waits       int
}

const (
	expandedMark = 3
	cellStates   = 32
	lowBits      = ^uint64(0) / 3 // the lower bit of each state of a cell

	chunkStates = 64      // that wait
	parityBit   = 31      // of a state that waits
	mostBytes   = 1 << 20 // of a page
	leastBytes  = 1 << 12
	portions    = 32 // the memory has room for at least this many pages, if they are not the smallest
)

// newPages returns an empty set of states with numbers below n: their ranks, or, where rank is nil, their only words.
// It takes about the given number of bytes of memory, and for the rest a file in a folder. It returns nil if the memory
// is too small, or too small without a file and folder is "".
func newPages(n uint64, rank *ranker, memory int64, folder string) (*pages, error) {
	each := int64(mostBytes)
	for each > leastBytes && portions*each > memory {
		each /= 2
	}
	count := (int64(n+3)/4 + each - 1) / each
	s := &pages{rank: rank, bits: uint(bits.Len64(uint64(each))) + 1, pages: make([]page, count), free: -1}
	kept, chunks := count, int64(0)
	if count*each > memory {
		kept, chunks = memory/2/each-2, memory/2/(4*chunkStates)
		if folder == "" || kept < 0 || chunks < 2*count {
			return nil, nil
		}
		if err := s.create(folder, count*each); err != nil {
			return nil, err
		}
		s.spare = [2][]uint64{make([]uint64, each/8), make([]uint64, each/8)}
	}
	for i := range s.pages {
		s.pages[i] = page{first: -1, last: -1}
		if int64(i) < kept {
			s.pages[i].cells = make([]uint64, each/8)
		}
	}
	s.waiting, s.next = make([]uint32, chunks*chunkStates), make([]int32, chunks)
	for c := range s.next {
		s.next[c], s.free = s.free, int32(c)
	}
	return s, nil
}

// create creates the file. Where the system allows it, the file has no name while it is used.
func (s *pages) create(folder string, bytes int64) (err error) {
	if s.file, err = os.CreateTemp(folder, "pzc-states-*"); err != nil {
		return err
	}
	if os.Remove(s.file.Name()) != nil {
		s.name = s.file.Name()
	}
	if err = s.file.Truncate(bytes); err != nil {
		s.close()
	}
	return err
}

// close gives up the file.
func (s *pages) close() {
	if s.file != nil {
		s.file.Close()
	}
	if s.name != "" {
		os.Remove(s.name)
	}
}

// count returns the number of pages.
func (s *pages) count() int { return len(s.pages) }

// each returns the number of states of a page.
func (s *pages) each() int64 { return 1 << s.bits }

// bytes returns the memory of the set.
func (s *pages) bytes() (n int64) {
	for i := range s.pages {
		n += 8 * int64(len(s.pages[i].cells))
	}
	return n + 8*int64(len(s.spare[0])+len(s.spare[1])) + 4*int64(len(s.waiting)+len(s.next))
}

// fileBytes returns the size of the file, 0 if there is none.
func (s *pages) fileBytes() int64 {
	if s.file == nil {
		return 0
	}
	return int64(len(s.pages)) << (s.bits - 2)
}

// locate writes the number of each state into at.
func (s *pages) locate(states, at []uint64) {
	if s.rank == nil {
		copy(at, states)
		return
	}
	s.rank.all(states, at)
}

// layer sets the depth of the states that are marked from now on.
func (s *pages) layer(depth int) { s.stamp = parityMark(depth) }

// parityMark returns the mark of states that are to be expanded: 1 or 2.
func parityMark(depth int) uint64 { return 1 + uint64(depth)&1 }

// mark adds the states with the given numbers.
func (s *pages) mark(at []uint64) error {
	within := uint64(1)<<s.bits - 1
	for _, a := range at {
		p := &s.pages[a>>(s.bits&63)]
		if p.cells != nil {
			p.put(a&within, s.stamp)
		} else if err := s.wait(p, uint32(a&within|(s.stamp-1)<<parityBit)); err != nil {
			return err
		}
	}
	return nil
}

// put marks a state of the page, unless it has a mark.
func (p *page) put(n, mark uint64) {
	w, shift := &p.cells[n/cellStates], 2*(n%cellStates)
	if *w>>(shift&63)&3 == 0 {
		*w |= mark << (shift & 63)
		p.holds |= mark
	}
}

// wait makes a state wait for its page.
func (s *pages) wait(p *page, state uint32) error {
	if p.waits%chunkStates == 0 {
		if s.free < 0 {
			if err := s.relieve(); err != nil {
				return err
			}
		}
		c := s.free
		s.free, s.next[c] = s.next[c], -1
		if p.waits == 0 {
			p.first = c
		} else {
			s.next[p.last] = c
		}
		p.last = c
	}
	s.waiting[int(p.last)*chunkStates+p.waits%chunkStates] = state
	p.waits++
	return nil
}

// relieve marks the states of the page for which most of them wait.
func (s *pages) relieve() error {
	most := 0
	for i := range s.pages {
		if s.pages[i].waits > s.pages[most].waits {
			most = i
		}
	}
	if err := s.read(most, s.spare[1]); err != nil {
		return err
	}
	return s.write(most)
}

// read reads a page of the file into cells, and marks the states that wait for it.
func (s *pages) read(i int, cells []uint64) error {
	p := &s.pages[i]
	if p.cells = cells; p.written {
		if _, err := s.file.ReadAt(bytesOf(cells), int64(i)<<(s.bits-2)); err != nil {
			return err
		}
	} else {
		clear(cells)
	}
	c := p.first
	for left := p.waits; left > 0; left -= chunkStates {
		for _, state := range s.waiting[int(c)*chunkStates:][:min(left, chunkStates)] {
			p.put(uint64(state&(1<<parityBit-1)), 1+uint64(state>>parityBit))
		}
		c, s.next[c], s.free = s.next[c], s.free, c
	}
	p.first, p.last, p.waits = -1, -1, 0
	return nil
}

// write writes a page to the file.
func (s *pages) write(i int) error {
	p := &s.pages[i]
	_, err := s.file.WriteAt(bytesOf(p.cells), int64(i)<<(s.bits-2))
	p.cells, p.written = nil, true
	return err
}

func bytesOf(cells []uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&cells[0])), 8*len(cells))
}

// open prepares page i for expanding the states at a depth. It returns false if it has none.
func (s *pages) open(i, depth int) (bool, error) {
	p := &s.pages[i]
	if p.cells == nil && p.waits == 0 && p.holds&parityMark(depth) == 0 {
		return false, nil
	}
	if p.cells == nil {
		if err := s.read(i, s.spare[0]); err != nil {
			return false, err
		}
	}
	return p.holds&parityMark(depth) != 0, nil
}

// shut is called with each page after open, when its states at that depth were expanded, if it has any.
func (s *pages) shut(i, depth int) error {
	s.pages[i].holds &^= parityMark(depth)
	if cells := s.pages[i].cells; cells == nil || len(s.spare[0]) == 0 || &cells[0] != &s.spare[0][0] {
		return nil
	}
	return s.write(i)
}

// take appends states at a depth to states, from number from of page i on but before number to, and marks them as
// expanded. It takes at least most states if there are as many, and returns the number from which to go on. from is a
// multiple of 32.
func (s *pages) take(i, depth int, from, to int64, most int, states, at []uint64) (end int64, _, _ []uint64) {
	cells, base := s.pages[i].cells, uint64(i)<<s.bits
	first := len(at)
	mark := parityMark(depth) * lowBits
	for ; from < to && len(at)-first < most; from += cellStates {
		w := &cells[from/cellStates]
		if *w == 0 {
			continue
		}
		other := *w ^ mark
		hits := ^(other | other>>1) & lowBits
		*w |= hits * expandedMark
		for ; hits != 0; hits &= hits - 1 {
			at = append(at, base+uint64(from)+uint64(bits.TrailingZeros64(hits)/2))
		}
	}
	if s.rank == nil {
		return from, append(states, at[first:]...), at
	}
	return from, s.rank.states(at[first:], states), at
}
