package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// gecode runs MiniZinc's default solver on a model.
func gecode(model string, read func(string) string, args ...string) peer {
	return peer{
		name: "Gecode", needs: "minizinc", read: read,
		args: append([]string{"--solver", "gecode", "models/" + model + ".mzn"}, args...),
	}
}

// clingo runs clingo on a model.
func clingo(model string, read func(string) string, args ...string) peer {
	return peer{
		name: "clingo", needs: "clingo", read: read,
		args: append([]string{"models/" + model + ".lp", "{facts}"}, args...),
	}
}

var (
	best    = matched(`best (-?\d+)`)
	counted = matched(`Models\s*: (\d+)`)
	most    = matched(`Optimization : -(\d+)`)
)

// rows returns all rows.
func rows() ([]row, error) {
	all := byHand()
	for _, c := range [][2]int{{8, 34}, {9, 44}, {10, 55}} {
		n := fmt.Sprint("n=", c[0])
		all = append(all, row{
			name: fmt.Sprint("golomb ", c[0]), want: fmt.Sprint(c[1]), pzc: solve("golomb", "-D", fmt.Sprint("marks=", c[0])),
			peers: []peer{gecode("golomb", best, "-D", n)},
		})
	}
	all = append(all, magic(4, "7040", "--all"), magic(6, "found"), langford(), hexagon(), queensAll(), queensOne())
	all = append(all, tours()...)
	for _, c := range [][2]int{{6, 5}, {7, 7}} {
		all = append(all, row{
			name: fmt.Sprint("peaceful queens ", c[0]), want: fmt.Sprint(c[1]),
			pzc: solve("peaceful_queens", "-D", fmt.Sprint("n=", c[0])),
			peers: []peer{
				gecode("peaceful_queens", best, "-D", fmt.Sprint("n=", c[0])),
				clingo("peaceful_queens", most, "-c", fmt.Sprint("n=", c[0])),
			},
		})
	}
	jobs, err := jobShops()
	if err != nil {
		return nil, err
	}
	pencil, err := boards()
	if err != nil {
		return nil, err
	}
	all = append(slices.Concat(all, pencil, jobs), salesman(20))
	for _, n := range []int{6, 7} {
		all = append(all, colouring(fmt.Sprintf("queen graph %d×%d", n, n), queenGraph(n), 7, "found"))
	}
	return append(all,
		colouring("myciel4, 4 colours", mycielski(4), 4, "none"), colouring("myciel4, 5 colours", mycielski(4), 5, "found"),
		colouring("myciel5, 5 colours", mycielski(5), 5, "none"), colouring("myciel5, 6 colours", mycielski(5), 6, "found"),
	), nil
}

// solve and count are arguments of pzc.
func solve(args ...string) []string {
	return append([]string{"solve", "--quiet", "--format", "json"}, args...)
}

func count(args ...string) []string {
	return append([]string{"count", "--quiet", "--format", "json"}, args...)
}

func magic(n int, want string, all ...string) row {
	r := row{name: fmt.Sprint("magic ", n), want: want, data: map[string]any{"n": n, "given": make([]int, n*n)}}
	size := fmt.Sprint("n=", n)
	if len(all) == 0 {
		r.pzc, r.peers = solve("magic", "--data", "{data}"), []peer{gecode("magic", first, "-D", size)}
	} else {
		r.name += ", all"
		r.pzc, r.peers = count("magic", "--data", "{data}"),
			[]peer{gecode("magic", separators, "-a", "--non-unique", "-D", size)}
	}
	return r
}

func langford() row {
	return row{
		name: "langford 11, all", want: "35584", pzc: count("langford", "-D", "n=11"),
		peers: []peer{
			gecode("langford", separators, "-a", "--non-unique", "-D", "n=11"),
			clingo("langford", counted, "0", "-q", "-c", "n=11"),
		},
	}
}

func hexagon() row {
	return row{
		name: "magic hexagon", want: "found", pzc: solve("models/hexagon.pz"),
		peers: []peer{gecode("hexagon", first)},
	}
}

func queensAll() row {
	return row{
		name: "queens 12, all", want: "14200", pzc: count("queens", "-D", "n=12"),
		peers: []peer{
			gecode("queens", separators, "-a", "--non-unique", "-D", "n=12"), clingo("queens", counted, "0", "-q", "-c", "n=12"),
		},
	}
}

func queensOne() row {
	return row{
		name: "queens 200", want: "found", pzc: solve("queens", "-D", "n=200"),
		peers: []peer{gecode("queens", first, "-D", "n=200")},
	}
}

func tours() []row {
	return []row{{
		name: "closed knight's tour 24×24", want: "found", pzc: solve("knight_circuit", "-i", "twenty_four"),
		peers: []peer{clingo("tour", satisfiable, "-q", "-c", "n=24")},
	}, {
		name: "knight's circuits 6×6, all", want: "19724", pzc: count("knight_circuit", "-D", "n=6"),
		peers: []peer{clingo("tour", counted, "0", "-q", "-c", "n=6")},
	}}
}

// jobShops are instances of Fisher and Thompson (1963) and Lawrence (1984).
func jobShops() (all []row, err error) {
	for _, c := range []struct{ name, best string }{
		{"ft06", "55"}, {"la01", "666"}, {"la02", "655"}, {"la03", "597"}, {"la04", "590"}, {"la05", "593"}, {"ft10", "930"},
	} {
		lines, err := text("data/" + c.name + ".txt")
		if err != nil {
			return nil, err
		}
		in := strings.NewReader(lines)
		var jobs, machines int
		if _, err := fmt.Fscan(in, &jobs, &machines); err != nil {
			return nil, err
		}
		machine, time := make([][]int, jobs), make([][]int, jobs)
		for j := range jobs {
			for range machines {
				var m, t int
				if _, err := fmt.Fscan(in, &m, &t); err != nil {
					return nil, err
				}
				machine[j], time[j] = append(machine[j], m), append(time[j], t)
			}
		}
		all = append(all, row{
			name: "job shop " + c.name, want: c.best, pzc: solve("job_shop", "--data", "{data}"),
			data: map[string]any{
				"jobs": jobs, "machines": machines, "horizon": 1200, "machine": machine, "time": time,
			},
			peers: []peer{gecode("job_shop", best, "{data}")},
		})
	}
	return all, nil
}

// salesman draws cities in a square.
func salesman(n int) row {
	rnd := rand.New(rand.NewPCG(20, uint64(n)))
	type city struct{ x, y int }
	cities := make([]city, n)
	for i := range cities {
		cities[i] = city{rnd.IntN(100), rnd.IntN(100)}
	}
	names, distance := make([]string, n), make([][]int, n)
	for i, a := range cities {
		names[i] = fmt.Sprintf("c%d", i)
		for _, b := range cities {
			distance[i] = append(distance[i], int(math.Round(math.Hypot(float64(a.x-b.x), float64(a.y-b.y)))))
		}
	}
	return row{
		name: fmt.Sprintf("salesman, %d cities", n), want: "416", pzc: solve("salesman", "--data", "{data}"),
		data:  map[string]any{"City": names, "distance": distance},
		peers: []peer{gecode("salesman", best, "{data}")},
	}
}

// graph is a list of edges between nodes from 0 on.
type graph struct {
	nodes int
	edges [][2]int
}

// colouring colours a graph with some colours.
func colouring(name string, g graph, colours int, want string) row {
	var facts strings.Builder
	fmt.Fprintf(&facts, "#const vertices = %d. #const colours = %d.\n", g.nodes, colours)
	for _, e := range g.edges {
		fmt.Fprintf(&facts, "edge(%d,%d).\n", e[0]+1, e[1]+1)
	}
	return row{
		name: name, want: want, pzc: solve("graph_colouring", "--data", "{data}"), facts: facts.String(),
		data:  map[string]any{"nodes": g.nodes, "colours": colours, "edges": g.edges},
		peers: []peer{clingo("colouring", satisfiable, "-q")},
	}
}

// queenGraph joins the squares between which a queen moves.
func queenGraph(n int) graph {
	g := graph{nodes: n * n}
	for a := range n * n {
		for b := range a {
			r, c := a/n-b/n, a%n-b%n
			if r == 0 || c == 0 || r == c || r == -c {
				g.edges = append(g.edges, [2]int{b, a})
			}
		}
	}
	return g
}

// mycielski returns myciel k of DIMACS: it has no triangle and needs k + 1 colours (Mycielski 1955).
func mycielski(k int) graph {
	g := graph{2, [][2]int{{0, 1}}}
	for range k - 1 {
		n := g.nodes
		next := graph{2*n + 1, slices.Clone(g.edges)}
		for _, e := range g.edges {
			next.edges = append(next.edges, [2]int{e[0], n + e[1]}, [2]int{e[1], n + e[0]})
		}
		for v := range n {
			next.edges = append(next.edges, [2]int{n + v, 2 * n})
		}
		g = next
	}
	return g
}
