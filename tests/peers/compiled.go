package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// Rows against programs that are written by hand for one puzzle, in programs. They say what the same algorithm costs
// where nothing is general.

// inC returns a program of ours in C.
func inC(name string, args ...string) peer {
	return peer{
		name: "C", needs: "cc", source: "programs/" + name + ".c", args: args,
		read: func(out string) string { return strings.TrimSpace(out) },
	}
}

// compiled builds the program of a peer, if it has one, and returns the peer that runs it.
func (b *bench) compiled(p peer) (peer, error) {
	if p.source == "" {
		return p, nil
	}
	built := filepath.Join(b.dir, strings.TrimSuffix(p.source, ".c"))
	cmd := exec.CommandContext(context.Background(), p.needs, "-O2", "-o", built, p.source)
	cmd.Dir = b.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return p, fmt.Errorf("%s: %w\n%s", p.source, err, out)
	}
	p.needs = built
	return p, nil
}

// generate writes and builds the program of a row that measures a generated one.
func (b *bench) generate(program string, r row) (string, error) {
	folder := filepath.Join(b.dir, "generated", strings.Join(r.generated, " "))
	built := filepath.Join(folder, "program")
	write := exec.CommandContext(context.Background(), program,
		append([]string{"emit-go", "-o", folder}, r.generated...)...)
	build := exec.CommandContext(context.Background(), "go", "build", "-o", built, ".")
	for _, cmd := range []*exec.Cmd{write, build} {
		if cmd == build {
			cmd.Dir = folder
		}
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, out)
		}
	}
	return built, nil
}

// byHand returns the rows.
func byHand() []row {
	// The first of Korf's hundred boards (Depth-first iterative-deepening, Artificial Intelligence 27, 1985, table 1).
	tiles := []string{"14", "13", "15", "7", "11", "12", "9", "5", "6", "0", "2", "1", "4", "8", "10", "3"}
	board := []string{
		"taquin", "-D", "rows=4", "-D", "cols=4", "-D", "start=[" + strings.Join(tiles, ",") + "]",
		"-D", "finish=[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]",
	}
	manhattan := []string{"--algorithm", "idastar", "--heuristic", "manhattan", "--threads", "1", "--stats"}
	korf := row{want: "57 moves, 140036828 expanded", peers: []peer{inC("idastar", tiles...)}}
	korf.read = func(out string) string { return plan(out, "%d moves, %d expanded") }
	var all []row
	r := korf
	r.name = "Korf 1, IDA*, interp"
	r.pzc = solve(append(append([]string{}, board...), manhattan...)...)
	all = append(all, r)
	r = korf
	r.name, r.generated = "Korf 1, IDA*, emit-go", board
	r.pzc = []string{"-algorithm", "idastar", "-heuristic", "manhattan", "-json"}
	all = append(all, r)

	states := "3674160 states, the farthest in 11 moves"
	for _, c := range [][2]string{{"depths only", "--depths"}, {"distances", "--quiet"}} {
		all = append(all, row{
			name: "cube, explored, " + c[0], want: states, read: explored, peers: []peer{inC("cube")},
			pzc: []string{"explore", "rubik2_cubies", "--format", "json", c[1]},
		})
	}
	all = append(all, row{
		name: "cube, all layers, emit-go", want: states, read: layers, peers: []peer{inC("cube")},
		generated: []string{"rubik2_cubies"}, pzc: []string{"-layers"},
	})
	hanoi := row{want: "49 moves", read: func(out string) string { return plan(out, "%d moves") }}
	hanoi.peers = []peer{inC("hanoi", "10")}
	hanoi.name, hanoi.pzc = "hanoi, 4 pegs, 10 disks, bfs",
		solve("hanoi", "-D", "pegs=4", "-D", "disks=10", "--algorithm", "bfs")
	return append(all, hanoi)
}

// plan reads the cost, and the number of expanded states, from what pzc and generated programs write as JSON.
func plan(out, format string) string {
	var a struct {
		Cost  int64
		Stats struct{ Expanded int64 }
	}
	if err := json.Unmarshal([]byte(out), &a); err != nil {
		return err.Error()
	}
	if !strings.Contains(format, "expanded") {
		return fmt.Sprintf(format, a.Cost)
	}
	return fmt.Sprintf(format, a.Cost, a.Stats.Expanded)
}

// layers reads the layers that a generated program counts.
func layers(out string) string {
	var states, depth, n int64
	for line := range strings.Lines(out) {
		if _, err := fmt.Sscan(line, &depth, &n); err != nil {
			return err.Error()
		}
		states += n
	}
	return fmt.Sprintf("%d states, the farthest in %d moves", states, depth)
}

// explored reads what `pzc explore` writes as JSON.
func explored(out string) string {
	var a struct {
		States int64
		Depths []struct{ Distance int64 }
	}
	if err := json.Unmarshal([]byte(out), &a); err != nil || len(a.Depths) == 0 {
		return fmt.Sprint(err)
	}
	return fmt.Sprintf("%d states, the farthest in %d moves", a.States, a.Depths[len(a.Depths)-1].Distance)
}
