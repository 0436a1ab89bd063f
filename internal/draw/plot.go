package draw

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/text"
)

// Plot is a diagram of series of numbers. Series differ in colour, lightness, dashes and markers, so that they can be
// distinguished in grey.
type Plot struct {
	Title, X, Y string // X and Y name the axes with their units
	Log         bool   // the y axis is logarithmic; values that are not positive are left out
	Equal       string // if not empty: the diagonal x = y is drawn under this name
	Series      []Series
}

// Series is a list of points. A line joins the points unless Dots or Apart is set.
type Series struct {
	Name   string
	Points []Mark
	Dots   bool // points are discs whose area shows their Weight
	Apart  bool // points are separate
}

// Mark is a point of a series.
type Mark struct{ X, Y, Weight float64 }

// The size of a plot and its margins, in pixels.
const (
	plotW, plotH = 640.0, 420.0
	left, right  = 78.0, 16.0
	top, bottom  = 58.0, 52.0
	legendLine   = 18.0
)

// look is the style in which a series is drawn.
type look struct {
	colour string
	dash   []float64
	marker int
}

var looks = []look{
	{"#1f4e9e", nil, 0},
	{"#d9822b", []float64{7, 3}, 1},
	{"#2a8a57", []float64{2, 3}, 2},
	{"#a3265f", []float64{9, 3, 2, 3}, 3},
	{"#70777f", []float64{4, 4}, 0},
	{"#16191d", []float64{1, 2}, 1},
}

// lookOf returns the look of series number i. Series after the sixth repeat colours with other markers and dashes.
func lookOf(i int) look {
	l, turn := looks[i%len(looks)], i/len(looks)
	l.marker = (l.marker + turn) % 4
	l.dash = looks[(i+turn)%len(looks)].dash
	return l
}

// axis maps numbers to positions on the page.
type axis struct {
	lo, hi   float64
	from, to float64
	log      bool
	ticks    []float64
}

// Picture draws the plot.
func (pl *Plot) Picture() *Picture {
	p := &Picture{W: plotW, H: plotH, Title: pl.words()}
	x, y := pl.axes(top + legendLine*float64(pl.legend(p)-1))
	pl.frame(p, x, y)
	if pl.Equal != "" {
		lo, hi := max(x.lo, y.lo), min(x.hi, y.hi)
		p.line(style{stroke: ink, width: 1, dash: []float64{5, 4}}, Point{x.at(lo), y.at(lo)}, Point{x.at(hi), y.at(hi)})
	}
	for i := range pl.Series {
		pl.series(p, x, y, &pl.Series[i], lookOf(i))
	}
	return p
}

// words returns a description of the plot.
func (pl *Plot) words() string {
	names := lists.Map(pl.Series, func(s Series) string { return s.Name })
	return fmt.Sprintf("%s. Across: %s. Upwards: %s. Series: %s.", pl.Title, pl.X, pl.Y, strings.Join(names, ", "))
}

// axes returns axes that fit the points. ceiling is the upper end of the y axis.
func (pl *Plot) axes(ceiling float64) (x, y axis) {
	x = axis{lo: math.Inf(1), hi: math.Inf(-1), from: left, to: plotW - right}
	y = axis{lo: x.lo, hi: x.hi, from: plotH - bottom, to: ceiling, log: pl.Log}
	for _, s := range pl.Series {
		for _, m := range s.Points {
			if pl.Log && m.Y <= 0 {
				continue
			}
			x.lo, x.hi = min(x.lo, m.X), max(x.hi, m.X)
			y.lo, y.hi = min(y.lo, m.Y), max(y.hi, m.Y)
		}
	}
	if !pl.Log {
		y.lo = min(0, y.lo)
	}
	x.settle()
	y.settle()
	return x, y
}

// settle chooses ticks at round numbers and extends the axis to the next ticks.
func (a *axis) settle() {
	if math.IsInf(a.lo, 0) {
		a.lo, a.hi = 0, 1
		if a.log {
			a.lo = 0.1
		}
	}
	if a.log {
		from, to := math.Floor(math.Log10(a.lo)), math.Ceil(math.Log10(a.hi))
		to = max(to, from+1)
		step := max(1, math.Ceil((to-from)/10))
		for e := from; e <= to; e += step {
			a.ticks = append(a.ticks, math.Pow(10, e))
		}
		a.lo, a.hi = math.Pow(10, from), math.Pow(10, to)
		return
	}
	if a.hi == a.lo {
		a.hi = a.lo + 1
	}
	step := roundStep((a.hi - a.lo) / 8)
	a.lo, a.hi = step*math.Floor(a.lo/step), step*math.Ceil(a.hi/step)
	for k := 0.0; a.lo+k*step <= a.hi+step/2; k++ {
		a.ticks = append(a.ticks, a.lo+k*step)
	}
}

// roundStep returns the least whole number that is 1, 2 or 5 times a power of ten and at least x (Heckbert, Nice
// Numbers for Graph Labels, 1990).
func roundStep(x float64) float64 {
	if x <= 1 {
		return 1
	}
	base := math.Pow(10, math.Floor(math.Log10(x)))
	for _, f := range []float64{1, 2, 5} {
		if f*base >= x*0.999 {
			return f * base
		}
	}
	return 10 * base
}

func (a *axis) at(v float64) float64 {
	lo, hi := a.lo, a.hi
	if a.log {
		lo, hi, v = math.Log10(lo), math.Log10(hi), math.Log10(v)
	}
	return a.from + (a.to-a.from)*(v-lo)/(hi-lo)
}

func (pl *Plot) frame(p *Picture, x, y axis) {
	p.add(shape{
		kind: lettering, points: []Point{{left, 22}}, size: 15, bold: true, text: pl.Title, style: style{fill: ink},
	})
	grid := style{stroke: "#e3e6ea", width: 1}
	for _, t := range x.ticks {
		p.line(grid, Point{x.at(t), y.from}, Point{x.at(t), y.to})
		p.write(Point{x.at(t), y.from + 17}, 12, middle, ink, tickText(t, false))
	}
	for _, t := range y.ticks {
		p.line(grid, Point{x.from, y.at(t)}, Point{x.to, y.at(t)})
		p.write(Point{x.from - 7, y.at(t) + 4}, 12, end, ink, tickText(t, y.log))
	}
	p.line(style{stroke: ink, width: 1.2}, Point{x.from, y.to}, Point{x.from, y.from}, Point{x.to, y.from})
	p.write(Point{(x.from + x.to) / 2, plotH - 12}, 13, middle, ink, pl.X)
	p.add(shape{
		kind: lettering, points: []Point{{16, (y.from + y.to) / 2}}, size: 13, anchor: middle, turned: true,
		text: pl.Y, style: style{fill: ink},
	})
}

// tickText returns 12,000; from a million on and on a logarithmic axis, 10^6.
func tickText(v float64, log bool) string {
	if log && v >= 1e6 {
		return fmt.Sprintf("10^%.0f", math.Log10(v))
	}
	s := strconv.FormatFloat(v, 'f', -1, 64)
	if v < 1000 {
		return s
	}
	return text.Digits(s)
}

func (pl *Plot) series(p *Picture, x, y axis, s *Series, l look) {
	var line []Point
	most := 0.0
	for _, m := range s.Points {
		most = max(most, m.Weight)
	}
	for _, m := range s.Points {
		if y.log && m.Y <= 0 {
			continue
		}
		at := Point{x.at(m.X), y.at(m.Y)}
		if s.Dots {
			r := 1.5 + 7*math.Sqrt(m.Weight/max(most, 1))
			p.circle(at, r, style{fill: l.colour, stroke: paper, width: 0.5})
		}
		line = append(line, at)
	}
	if s.Dots {
		return
	}
	if len(line) > 1 && !s.Apart {
		p.line(style{stroke: l.colour, width: 1.8, dash: l.dash}, line...)
	}
	for i, at := range line {
		if len(line) <= 60 || i%(len(line)/30) == 0 {
			mark(p, at, l)
		}
	}
}

// mark draws the marker of a series.
func mark(p *Picture, at Point, l look) {
	const r = 3.4
	s := style{fill: l.colour, stroke: paper, width: 0.6}
	switch l.marker {
	case 1:
		p.rect(at.X-r, at.Y-r, 2*r, 2*r, s)
	case 2:
		p.polygon(s, Point{at.X, at.Y - 1.3*r}, Point{at.X + 1.2*r, at.Y + r}, Point{at.X - 1.2*r, at.Y + r})
	case 3:
		p.polygon(s, Point{at.X, at.Y - 1.4*r}, Point{at.X + 1.4*r, at.Y},
			Point{at.X, at.Y + 1.4*r}, Point{at.X - 1.4*r, at.Y})
	default:
		p.circle(at, r, s)
	}
}

// legend writes the names of the series below the title. It returns the number of lines.
func (pl *Plot) legend(p *Picture) (lines int) {
	at := Point{left, 42}
	lines = 1
	entry := func(name string, symbol func()) {
		width := 34 + 6.6*float64(len(name))
		if at.X > left && at.X+width > plotW {
			at = Point{left, at.Y + legendLine}
			lines++
		}
		symbol()
		p.write(Point{at.X + 34, at.Y + 4}, 12, start, ink, name)
		at.X += width + 18
	}
	for i := range pl.Series {
		l := lookOf(i)
		entry(pl.Series[i].Name, func() {
			if !pl.Series[i].Dots && !pl.Series[i].Apart {
				p.line(style{stroke: l.colour, width: 1.8, dash: l.dash}, at, Point{at.X + 28, at.Y})
			}
			mark(p, Point{at.X + 14, at.Y}, l)
		})
	}
	if pl.Equal != "" {
		entry(pl.Equal, func() {
			p.line(style{stroke: ink, width: 1, dash: []float64{5, 4}}, at, Point{at.X + 28, at.Y})
		})
	}
	return lines
}
