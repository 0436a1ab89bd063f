package search

import (
	"cmp"
	"slices"
	"sync/atomic"

	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/task"
)

// Searches with a closed list keep one state of each class of states that the declared symmetries call equivalent (Emerson and Sistla,
// Symmetry and Model Checking, 1996; Pochter, Zohar and Rosenschein, Exploiting Problem Symmetries in State-Based Planners, 2011): each
// successor is replaced by a representative. Any state of the class is sound; the more often two states of a class get the same one,
// the fewer are left. The plan is then walked again with the states of the puzzle itself, see unfold.go.
//
// Instances that always apply and make a small group together are taken as a group: all images are made, and the smallest packed state
// represents them. The others are followed downhill, from a state to a smaller image, until no image is smaller. That finds the
// smallest of all where the instances are exchanges of equal things or lead straight to every state of a class; else two states of a
// class may keep different representatives.

// symmetries is the declared symmetries made ready. Sharing it is safe.
type symmetries struct {
	sp      *space.Space
	names   []string
	used    []atomic.Bool // by name: a state was replaced by way of it
	all     []instance
	group   []image
	mirrors *mirrors // the images of the group, if they can be had at once
	down    []int32  // instances that are not in the group
	// direct: each instance of down writes constants to the same variables, smallest first. Then the first that applies is the
	// smallest image.
	direct bool
}

// instance is a symmetry of the task as a move.
type instance struct {
	space.Move
	name     int
	constant []uint64 // what it writes, if these are constants
}

// image is one of a group: what an instance makes of an earlier one. The first is the state itself.
type image struct{ from, by int32 }

const (
	largestGroup = 64
	groupSamples = 16      // states of either kind by whose images the elements of a group are told apart
	maxDescents  = 1 << 10 // steps downhill
)

// newSymmetries makes the symmetries of the task ready. The roots are states, one after another.
func newSymmetries(sp *space.Space, roots []uint64) *symmetries {
	samples := samplesOf(sp, roots)
	y := &symmetries{sp: sp}
	c := space.NewCompiler(sp)
	x := space.NewExpander(sp)
	for i := range sp.Task.Symmetries {
		s := &sp.Task.Symmetries[i]
		in := instance{name: slices.Index(y.names, s.Name)}
		if in.name < 0 {
			in.name = len(y.names)
			y.names = append(y.names, s.Name)
		}
		in.Move = c.Move(&task.Move{Guard: s.Guard, Effects: s.Effects, Cost: task.False, Order: task.None})
		if len(in.Tables) == 0 && len(in.Slow) == 0 {
			x.Apply(make([]uint64, sp.Layout.Words), &in.Move)
			in.constant = slices.Clone(x.Next)
		}
		y.all = append(y.all, in)
	}
	y.used = make([]atomic.Bool, len(y.names))
	y.divide(samples)
	y.sort()
	y.mirrors = newMirrors(y)
	return y
}

// divide finds the declarations that make a small group together.
func (y *symmetries) divide(samples []uint64) {
	var inGroup []int32
	y.group = []image{{}}
	for name := range y.names {
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

// closure lists the elements of the group that instances generate; false if it is too large. Elements count as one if they make the
// same of all samples: at worst, an image is missed that would be smaller.
func (y *symmetries) closure(by []int32, samples []uint64) ([]image, bool) {
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

// sort puts the instances that write constants first, smallest first.
func (y *symmetries) sort() {
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

// relied are the names of the symmetries by way of which a state was replaced.
func (y *symmetries) relied() (names []string) {
	for k, name := range y.names {
		if y.used[k].Load() {
			names = append(names, name)
		}
	}
	return names
}

// folder replaces states by the representatives of their classes. It is for one goroutine.
type folder struct {
	y      *symmetries
	x      *space.Expander // its own, to make images
	images []uint64        // of the group, the state itself first
}

func newFolder(y *symmetries) *folder {
	return &folder{y: y, x: space.NewExpander(y.sp), images: make([]uint64, len(y.group)*y.sp.Layout.Words)}
}

// another is a folder for another goroutine.
func (f *folder) another() *folder { return newFolder(f.y) }

// fold replaces st.
func (f *folder) fold(st []uint64) {
	y, w := f.y, len(st)
	if len(y.group) == 1 {
		f.descend(st)
		return
	}
	images := f.images[w:]
	if y.mirrors != nil {
		y.mirrors.images(st, images)
	} else {
		images = f.slowly(st)
	}
	f.descend(st)
	from := 0 // the image whose way down ended in st
	for i := 0; i < len(images); i += w {
		low := images[i : i+w]
		if f.descend(low); slices.Compare(low, st) < 0 {
			copy(st, low)
			from = i/w + 1
		}
	}
	for ; from != 0; from = int(y.group[from].from) {
		f.use(y.group[from].by)
	}
}

// slowly makes the images of st but the first one after another.
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
	return f.images[w:]
}

// apply makes the image of st, which must not be changed meanwhile, in x.next.
func (f *folder) apply(st []uint64, in *instance) bool {
	if len(in.Slow) > 0 {
		f.x.Parent.Load(st)
	}
	return f.x.Apply(st, &in.Move)
}

// use notes that an answer may rest on an instance.
func (f *folder) use(i int32) {
	if u := &f.y.used[f.y.all[i].name]; !u.Load() {
		u.Store(true)
	}
}

// descend follows instances to smaller states.
func (f *folder) descend(st []uint64) {
	steps := 0
	for again := len(f.y.down) > 0; again && steps < maxDescents; steps++ {
		again = false
		loaded := false
		for _, i := range f.y.down {
			in := &f.y.all[i]
			if in.constant != nil { // its image is told sooner than whether it applies
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

// reaches tells whether instances lead from st to another state, within bounds.
func (f *folder) reaches(st, to []uint64) bool {
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

// maxOrbit bounds the images that are looked at where two states do not have the same representative.
const maxOrbit = 1 << 12

// samplesOf are states along random walks from the roots, and states of random values.
func samplesOf(sp *space.Space, roots []uint64) []uint64 {
	x, w := space.NewExpander(sp), sp.Layout.Words
	var out []uint64
	seed := uint64(1)
	random := func(n int) int {
		seed = seed*6364136223846793005 + 1442695040888963407
		return int(seed >> 33 % uint64(n))
	}
	st := slices.Clone(roots[:w])
	for range groupSamples {
		out = append(out, st...)
		if x.Expand(st); len(x.Kids) == 0 {
			copy(st, roots[random(len(roots)/w)*w:])
		} else {
			copy(st, x.State(random(len(x.Kids))))
		}
	}
	for range groupSamples {
		for v := range sp.Task.Vars {
			sp.Layout.Put(st, v, random(len(sp.Task.Vars[v].Values)))
		}
		out = append(out, st...)
	}
	return out
}
