// Package symmetry replaces states by representatives of their classes, so that a search with a closed list keeps one
// state of each class. The plan of such a search leads through representatives. The caller must turn it into a plan of
// the puzzle.
package symmetry

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
)

// The states of a class are equivalent under the declared symmetries. Each successor is replaced by a representative of
// its class (Emerson and Sistla, Symmetry and Model Checking, 1996; Pochter, Zohar and Rosenschein, Exploiting Problem
// Symmetries in State-Based Planners, 2011). Any state of the class is a sound representative. The more often two
// states of a class get the same representative, the fewer states the search keeps.
//
// Instances that are always applicable and generate a small group are treated as a group: Fold computes all images, and
// the smallest packed state is the representative. The other instances are applied in a descent, from a state to a
// smaller image, until no image is smaller. The descent finds the smallest state of the class if the instances exchange
// interchangeable objects, or if each pair of states of the class has an instance between them. Otherwise two states of
// a class may get different representatives. With both kinds, only the images that are smallest in the bits that no
// descent writes descend: a descent may cost much more than an image.

// set holds the compiled symmetries that a task declares. Several goroutines may share it.
type set struct {
	sp      *space.Space
	names   []string
	proved  []bool        // by name: no answer relies on it
	used    []atomic.Bool // by name: the symmetry has replaced a state
	all     []instance
	group   []image
	mirrors *mirrors // computes the images of the group at once; nil if this is not possible
	down    []int32  // instances that are not in the group
	things  []things // what is sorted, instead of a descent
	kept    []uint64 // the bits that no instance of down writes, and that are not sorted
	// direct reports whether each instance of down writes constants to the same variables, the smallest first. Then the
	// first applicable instance gives the smallest image.
	direct bool
}

// instance is a symmetry of the task as a move.
type instance struct {
	space.Move
	name     int
	constant []uint64 // the values that it writes, if these are constants; else nil
}

// image is an element of the group: instance by, applied to image from. The first image is the state itself.
type image struct{ from, by int32 }

const (
	largestGroup = 64
	groupSamples = 16      // number of states of each kind
	maxDescents  = 1 << 10 // steps of a descent
)

// New compiles symmetries of the task, and returns a folder for them. roots holds at least one state, one after
// another. Techniques of without are left out.
func New(sp *space.Space, of []task.Symmetry, roots []uint64, without technique.Set) job.Folder {
	samples := samplesOf(sp, roots)
	y := &set{sp: sp}
	c := space.NewCompiler(sp)
	x := space.NewExpander(sp)
	for i := range of {
		s := &of[i]
		in := instance{name: slices.Index(y.names, s.Name)}
		if in.name < 0 {
			in.name = len(y.names)
			y.names, y.proved = append(y.names, s.Name), append(y.proved, s.Proved)
		}
		in.Move = c.Move(&task.Move{Guard: s.Guard, Effects: s.Effects, Cost: task.False, Order: task.None})
		if len(in.Tables) == 0 && len(in.Slow) == 0 {
			x.Apply(make([]uint64, sp.Layout.Words), &in.Move)
			in.constant = slices.Clone(x.Next)
		}
		y.all = append(y.all, in)
	}
	y.used = make([]atomic.Bool, len(y.names))
	sorted := make([]bool, len(y.names))
	for name := range y.names {
		all := slices.DeleteFunc(slices.Clone(of), func(s task.Symmetry) bool { return s.Name != y.names[name] })
		if y.proved[name] && len(all) <= 64 {
			if t := exchanged(sp.Task, sp.Layout, all); t != nil {
				y.things, sorted[name] = append(y.things, t), true
			}
		}
	}
	y.divide(samples, sorted)
	y.sort()
	y.keep()
	if !without.Has(technique.Mirrors) {
		y.mirrors = newMirrors(y)
	}
	return newFolder(y)
}

// divide finds the declarations that generate a small group together. It leaves those out whose things are sorted.
func (y *set) divide(samples []uint64, sorted []bool) {
	var inGroup []int32
	y.group = []image{{}}
	for name := range y.names {
		if sorted[name] {
			continue
		}
		var own []int32
		always := true
		for i := range y.all {
			if y.all[i].name == name {
				own = append(own, int32(i))
				always = always && len(y.all[i].Guard) == 0
			}
		}
		if always {
			if g, ok := y.closure(append(slices.Clone(inGroup), own...), samples); ok {
				inGroup, y.group = append(inGroup, own...), g
				continue
			}
		}
		y.down = append(y.down, own...)
	}
}

// closure lists the elements of the group that instances generate. It returns false if there are too many. Elements
// with equal images of all samples count as one: at worst, Fold misses a smaller image.
func (y *set) closure(by []int32, samples []uint64) ([]image, bool) {
	w := y.sp.Layout.Words
	group := []image{{}}
	images := [][]uint64{samples}
	x := space.NewExpander(y.sp)
	for i := 0; i < len(group); i++ {
		for _, k := range by {
			next := make([]uint64, 0, len(samples))
			for o := 0; o < len(samples); o += w {
				st := images[i][o : o+w]
				if x.Parent.Load(st); x.Apply(st, &y.all[k].Move) {
					st = x.Next
				}
				next = append(next, st...)
			}
			if slices.ContainsFunc(images, func(old []uint64) bool { return slices.Equal(old, next) }) {
				continue
			}
			if len(group) == largestGroup {
				return nil, false
			}
			group, images = append(group, image{int32(i), k}), append(images, next)
		}
	}
	return group, true
}

// keep finds the bits that a descent keeps. Images are compared by these bits first, and only the smallest of them
// descend.
func (y *set) keep() {
	y.kept = slices.Repeat([]uint64{math.MaxUint64}, y.sp.Layout.Words)
	for _, i := range y.down {
		for _, v := range y.all[i].Writes {
			f := y.sp.Layout.Fields[v]
			y.kept[f.Word] &^= f.Mask << f.Shift
		}
	}
	for _, t := range y.things {
		for _, f := range slices.Concat(t...) {
			y.kept[f.Word] &^= f.Mask << f.Shift
		}
	}
}

// sort puts the instances that write constants first, the smallest first.
func (y *set) sort() {
	writes := func(i int32) []int32 {
		vars := slices.Clone(y.all[i].Writes)
		slices.Sort(vars)
		return vars
	}
	slices.SortStableFunc(y.down, func(i, j int32) int {
		a, b := y.all[i].constant, y.all[j].constant
		return cmp.Or(cmp.Compare(space.ToInt(a == nil), space.ToInt(b == nil)), slices.Compare(a, b))
	})
	y.direct = true
	for _, i := range y.down {
		y.direct = y.direct && y.all[i].constant != nil && slices.Equal(writes(i), writes(y.down[0]))
	}
}

// Relied returns the names of the symmetries that have replaced a state.
func (f *folder) Relied() (names []string) {
	for k, name := range f.y.names {
		if f.y.used[k].Load() && !f.y.proved[k] {
			names = append(names, name)
		}
	}
	return names
}

// folder replaces states by the representatives of their classes. It is for one goroutine.
type folder struct {
	y      *set
	x      *space.Expander // computes images
	images []uint64        // of the group, the state itself first
	row    []uint64        // a word of each image
	low    []uint64
}

// newFolder returns a folder for a set of symmetries.
func newFolder(y *set) *folder {
	n, w := len(y.group), y.sp.Layout.Words
	return &folder{
		y: y, x: space.NewExpander(y.sp), images: make([]uint64, n*w), row: make([]uint64, n), low: make([]uint64, w),
	}
}

// Another returns a folder for another goroutine.
func (f *folder) Another() job.Folder { return newFolder(f.y) }

// Fold replaces st by its representative.
func (f *folder) Fold(st []uint64) {
	y, w := f.y, len(st)
	if len(y.group) == 1 {
		f.descend(st)
		return
	}
	ties := f.smallest(st)
	copy(f.low, st)
	from := -1 // the image whose descent ended in st
	for ; ties != 0; ties &= ties - 1 {
		g := bits.TrailingZeros64(ties)
		low := f.images[g*w : g*w+w]
		f.image(g, f.low, low)
		if f.descend(low); from < 0 || slices.Compare(low, st) < 0 {
			copy(st, low)
			from = g
		}
	}
	f.useImage(from)
}

// smallest returns the images of the group that are smallest in the bits that a descent keeps.
func (f *folder) smallest(st []uint64) (ties uint64) {
	n := len(f.y.group)
	if ties = math.MaxUint64 >> (64 - n); n == 1 {
		return ties
	}
	if f.y.mirrors == nil {
		f.slowly(st)
	}
	for w, kept := range f.y.kept {
		for set := ties; set != 0; set &= set - 1 {
			g := bits.TrailingZeros64(set)
			f.row[g] = f.word(st, g*len(st)+w)
		}
		low, least := uint64(math.MaxUint64), uint64(0)
		for set := ties; set != 0; set &= set - 1 {
			g := bits.TrailingZeros64(set)
			if x := f.row[g] & kept; x < low {
				low, least = x, set&-set
			} else if x == low {
				least |= set & -set
			}
		}
		if ties = least; ties&(ties-1) == 0 {
			break
		}
	}
	return ties
}

// word returns a word of the images, after smallest.
func (f *folder) word(st []uint64, i int) uint64 {
	if m := f.y.mirrors; m != nil {
		return m.word(st, i)
	}
	return f.images[i]
}

// image writes image g of st into out, after smallest.
func (f *folder) image(g int, st, out []uint64) {
	for w := range out {
		out[w] = f.word(st, g*len(st)+w)
	}
}

// useImage records that an answer may rely on an image of the group.
func (f *folder) useImage(g int) {
	for ; g != 0; g = int(f.y.group[g].from) {
		f.use(f.y.group[g].by)
	}
}

// slowly computes the images of st one after another.
func (f *folder) slowly(st []uint64) []uint64 {
	w := len(st)
	copy(f.images, st)
	for i := 1; i < len(f.y.group); i++ {
		g := &f.y.group[i]
		next := f.images[i*w : i*w+w]
		copy(next, f.images[int(g.from)*w:int(g.from+1)*w])
		if f.apply(next, &f.y.all[g.by]) {
			copy(next, f.x.Next)
		}
	}
	return f.images
}

// apply writes the image of st into x.Next. It returns false if the instance is not applicable.
func (f *folder) apply(st []uint64, in *instance) bool {
	if len(in.Slow) > 0 {
		f.x.Parent.Load(st)
	}
	return f.x.Apply(st, &in.Move)
}

// use records that an answer may rely on an instance.
func (f *folder) use(i int32) {
	if u := &f.y.used[f.y.all[i].name]; !u.Load() {
		u.Store(true)
	}
}

// descend sorts things, and follows instances to smaller states.
func (f *folder) descend(st []uint64) {
	for _, t := range f.y.things {
		t.sort(st)
	}
	if len(f.y.down) == 0 {
		return
	}
	f.follow(st)
	for _, t := range f.y.things {
		t.sort(st)
	}
}

// follow follows instances to smaller states.
func (f *folder) follow(st []uint64) {
	steps := 0
	for again := len(f.y.down) > 0; again && steps < maxDescents; steps++ {
		again = false
		loaded := false
		for _, i := range f.y.down {
			in := &f.y.all[i]
			if in.constant != nil { // comparing the image takes less time
				if f.x.Apply(st, &in.Move); slices.Compare(f.x.Next, st) >= 0 {
					if f.y.direct {
						return
					}
					continue
				}
			}
			if !loaded {
				f.x.Parent.Load(st)
				loaded = true
			}
			if !f.x.Parent.Holds(in.Guard) || !f.x.Apply(st, &in.Move) || slices.Compare(f.x.Next, st) >= 0 {
				continue
			}
			copy(st, f.x.Next)
			f.use(i)
			if f.y.direct {
				return
			}
			loaded, again = false, true
		}
	}
}

// Reaches reports whether instances lead from st to another state. It visits a bounded number of images.
func (f *folder) Reaches(st, to []uint64) bool {
	seen := store.NewClosed(len(st))
	seen.Put(st)
	for id := 0; id < seen.Len() && seen.Len() < maxOrbit; id++ {
		from := seen.State(uint32(id))
		for i := range f.y.all {
			in := &f.y.all[i]
			f.x.Parent.Load(from)
			if f.x.Parent.Holds(in.Guard) && f.x.Apply(from, &in.Move) {
				if store.Equal(f.x.Next, to) {
					f.use(int32(i))
					return true
				}
				seen.Put(f.x.Next)
			}
		}
	}
	return false
}

// maxOrbit bounds the images that Reaches visits.
const maxOrbit = 1 << 12

// samplesOf returns states along random walks from the roots, and random states.
func samplesOf(sp *space.Space, roots []uint64) []uint64 {
	walk, w := space.NewWalk(sp), sp.Layout.Words
	var out []uint64
	st := slices.Clone(roots[:w])
	for range groupSamples {
		out = append(out, st...)
		if !walk.Step(st) {
			copy(st, roots[walk.Random(len(roots)/w)*w:])
		}
	}
	for range groupSamples {
		for v := range sp.Task.Vars {
			sp.Layout.Put(st, v, walk.Random(len(sp.Task.Vars[v].Values)))
		}
		out = append(out, st...)
	}
	return out
}
