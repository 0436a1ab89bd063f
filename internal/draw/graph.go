package draw

import (
	"cmp"
	"math"
	"slices"
)

// Graph is states and the moves between them, to be drawn in layers from top to bottom.
type Graph struct {
	Title string
	Nodes []Node
	Edges []Edge
}

// Node is a state.
type Node struct {
	Picture *Picture // nil: the state is drawn as a dot
	Layer   int
	Goal    bool // drawn with a double frame
	Lost    bool // drawn with a dashed grey frame
}

// Edge is a move. Two edges with the same Label, there and back, become one line without arrows.
type Edge struct {
	From, To int
	Label    string
}

const (
	nodeGap  = 22.0
	layerGap = 60.0
	nodeArea = 110.0 * 110 // the greatest area of a board, in pixels; larger ones are scaled down
	bendSize = 4.0
	dotSize  = 10.0
	sweeps   = 24
	labelled = 60 // the greatest number of edges that are drawn with labels
)

// layered computes the layout of a graph. The nodes of each layer are ordered so that few lines cross, by barycentres
// (Sugiyama, Tagawa and Toda, Methods for Visual Understanding of Hierarchical System Structures, 1981). An edge that
// passes a layer has a bend there; the bend is ordered like a node.
type layered struct {
	*Graph
	scale  float64
	layers [][]int
	items  []item // the nodes, then the bends
	routes []route
	top    []float64 // for each layer: its upper end
	high   []float64 // for each layer: its height
}

// item is a node or a bend of an edge.
type item struct {
	layer  int
	w, h   float64
	x      float64 // horizontal centre
	beside []int   // the items at the other ends of its lines
}

// route is an edge as a chain of items.
type route struct {
	items []int
	label string
	both  bool // the line stands for the move back as well
	nth   int  // its number among the routes from its first node
}

// Placed computes the layout of the graph and draws it. It also returns where each node lies.
func (g *Graph) Placed() (*Picture, []Box) {
	l := &layered{Graph: g, scale: 1}
	for i := range g.Nodes {
		if q := g.Nodes[i].Picture; q != nil {
			l.scale = min(l.scale, math.Sqrt(nodeArea/(q.W*q.H)))
		}
	}
	for i := range g.Nodes {
		it := item{layer: g.Nodes[i].Layer, w: dotSize, h: dotSize}
		if q := g.Nodes[i].Picture; q != nil {
			it.w, it.h = l.scale*q.W, l.scale*q.H
		}
		l.put(it)
	}
	l.route()
	l.order()
	p := l.draw()
	boxes := make([]Box, len(g.Nodes))
	for i := range boxes {
		it := &l.items[i]
		boxes[i] = Box{it.x - it.w/2, l.top[it.layer], it.w, it.h}
	}
	return p, boxes
}

// put adds an item at the right end of its layer.
func (l *layered) put(it item) int {
	for len(l.layers) <= it.layer {
		l.layers = append(l.layers, nil)
	}
	l.items = append(l.items, it)
	l.layers[it.layer] = append(l.layers[it.layer], len(l.items)-1)
	return len(l.items) - 1
}

// route makes a chain of items of each edge. Moves there and back between the same states share one chain. Moves that
// change nothing are left out.
func (l *layered) route() {
	type pair struct{ a, b int }
	labels := map[pair]string{}
	var order []pair
	for _, e := range l.Edges {
		k := pair{e.From, e.To}
		if old, ok := labels[k]; !ok {
			labels[k] = e.Label
			order = append(order, k)
		} else if e.Label != old {
			labels[k] = old + ", " + e.Label
		}
	}
	nth := map[int]int{}
	for _, k := range order {
		_, back := labels[pair{k.b, k.a}]
		if k.a == k.b || back && k.a > k.b {
			continue
		}
		r := route{items: []int{k.a}, label: labels[k], both: back, nth: nth[k.a]}
		nth[k.a]++
		from, to := l.Nodes[k.a].Layer, l.Nodes[k.b].Layer
		step := 1
		if to < from {
			step = -1
		}
		for at := from + step; from != to && at != to; at += step {
			r.items = append(r.items, l.put(item{layer: at, w: bendSize}))
		}
		r.items = append(r.items, k.b)
		for i := 1; i < len(r.items); i++ {
			a, b := r.items[i-1], r.items[i]
			l.items[a].beside = append(l.items[a].beside, b)
			l.items[b].beside = append(l.items[b].beside, a)
		}
		l.routes = append(l.routes, r)
	}
}

// order sorts each layer by the mean position of the neighbours of its items, down and up several times, and sets the
// positions.
func (l *layered) order() {
	for _, layer := range l.layers {
		wish := make(map[int]float64, len(layer))
		l.settle(layer, wish)
	}
	for range sweeps {
		for k := range l.layers {
			l.sort(k, -1)
		}
		for k := len(l.layers) - 1; k >= 0; k-- {
			l.sort(k, 1)
		}
	}
	low := math.Inf(1)
	for i := range l.items {
		low = min(low, l.items[i].x-l.items[i].w/2)
	}
	for i := range l.items {
		l.items[i].x += margin*3 - low
	}
}

// sort moves the items of layer k to the mean position of their neighbours in the layer k+side.
func (l *layered) sort(k, side int) {
	wish := map[int]float64{}
	for _, i := range l.layers[k] {
		sum, n := 0.0, 0
		for _, j := range l.items[i].beside {
			if l.items[j].layer == k+side {
				sum += l.items[j].x
				n++
			}
		}
		if wish[i] = l.items[i].x; n > 0 {
			wish[i] = sum / float64(n)
		}
	}
	slices.SortStableFunc(l.layers[k], func(a, b int) int { return cmp.Compare(wish[a], wish[b]) })
	l.settle(l.layers[k], wish)
}

// settle gives the items their wished positions as far as they do not overlap. It pushes items to the right, beginning
// at the left, and then moves all items left by the mean distance of the pushes.
func (l *layered) settle(layer []int, wish map[int]float64) {
	pushed := 0.0
	for n, i := range layer {
		it := &l.items[i]
		it.x = wish[i]
		if n > 0 {
			before := &l.items[layer[n-1]]
			it.x = max(it.x, before.x+(before.w+it.w)/2+nodeGap)
		}
		pushed += it.x - wish[i]
	}
	for _, i := range layer {
		l.items[i].x -= pushed / float64(len(layer))
	}
}

func (l *layered) draw() *Picture {
	p := &Picture{Title: l.Title}
	y := margin * 3
	for _, layer := range l.layers {
		high := 0.0
		for _, i := range layer {
			high = max(high, l.items[i].h)
			p.W = max(p.W, l.items[i].x+l.items[i].w/2+3*margin)
		}
		l.top, l.high = append(l.top, y), append(l.high, high)
		y += high + layerGap
	}
	p.H = y - layerGap + margin*3
	for i := range l.routes {
		l.line(p, &l.routes[i])
	}
	for i := range l.Nodes {
		l.node(p, i)
	}
	if len(l.routes) <= labelled {
		for i := range l.routes {
			l.label(p, &l.routes[i])
		}
	}
	return p
}

func (l *layered) node(p *Picture, i int) {
	n, it := &l.Nodes[i], &l.items[i]
	x, y := it.x-it.w/2, l.top[it.layer]
	frame := style{fill: paper, stroke: ink, width: 1}
	if n.Lost {
		frame.stroke, frame.dash = faint, []float64{4, 3}
	}
	if n.Goal {
		p.rect(x-4, y-4, it.w+8, it.h+8, style{fill: paper, stroke: ink, width: 1.4})
	}
	if n.Picture == nil {
		if frame.fill = ink; n.Lost {
			frame.fill = paper
		}
		p.circle(Point{it.x, y + it.h/2}, it.w/2, frame)
		return
	}
	p.rect(x, y, it.w, it.h, frame)
	p.paste(n.Picture, Point{x, y}, l.scale)
}

// points returns the corners of a route, from the border of its first node to the border of its last node.
func (l *layered) points(r *route) []Point {
	first, last := &l.items[r.items[0]], &l.items[r.items[len(r.items)-1]]
	a, b := Point{first.x, l.top[first.layer]}, Point{last.x, l.top[last.layer]}
	switch low := l.top[first.layer] + l.high[first.layer] + 12 + 6*float64(r.nth%4); {
	case first.layer < last.layer:
		a.Y += first.h
	case first.layer > last.layer:
		b.Y += last.h
	case math.Abs(a.X-b.X) > (first.w+last.w)/2+nodeGap+1: // not neighbours: the line runs below the nodes between them
		a.Y, b.Y = a.Y+first.h, b.Y+last.h
		return []Point{a, {a.X, low}, {b.X, low}, b}
	default:
		side := math.Copysign(1, b.X-a.X)
		return []Point{{a.X + side*first.w/2, a.Y + first.h/2}, {b.X - side*last.w/2, b.Y + last.h/2}}
	}
	out := []Point{a}
	for _, i := range r.items[1 : len(r.items)-1] {
		it := &l.items[i]
		up, down := Point{it.x, l.top[it.layer]}, Point{it.x, l.top[it.layer] + l.high[it.layer]}
		if first.layer > last.layer {
			up, down = down, up
		}
		out = append(out, up, down)
	}
	return append(out, b)
}

func (l *layered) line(p *Picture, r *route) {
	points := l.points(r)
	p.line(style{stroke: faint, width: 1.2}, points...)
	a, b := points[len(points)-2], points[len(points)-1]
	length := math.Hypot(b.X-a.X, b.Y-a.Y)
	if r.both || length == 0 {
		return
	}
	ux, uy := (b.X-a.X)/length, (b.Y-a.Y)/length
	p.polygon(style{fill: ink}, b,
		Point{b.X - 8*ux + 3.5*uy, b.Y - 8*uy - 3.5*ux}, Point{b.X - 8*ux - 3.5*uy, b.Y - 8*uy + 3.5*ux})
}

// label writes the name of the move beside the beginning of its line.
func (l *layered) label(p *Picture, r *route) {
	points := l.points(r)
	a, b := points[0], points[1]
	if a.Y == b.Y {
		return // there is no room between neighbours
	}
	t := 0.3 + 0.22*float64(r.nth%3)
	at, side := Point{a.X + (b.X-a.X)*t + 4, a.Y + (b.Y-a.Y)*t + 3}, start
	if b.X < a.X {
		at.X, side = at.X-8, end // beside the line, not on it
	}
	p.write(at, 9, side, ink, r.label)
}
