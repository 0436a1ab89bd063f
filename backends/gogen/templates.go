package gogen

// searchMain is main.go of a puzzle with moves.
const searchMain = `
// algorithm is a way to search.
type algorithm func(
	context.Context, *search.Problem[State, Key], search.Heuristic[State], search.Options,
) search.Result[State]

// algorithms are the ways to search, by name.
var algorithms = map[string]algorithm{
	FUNCTIONS
}

// unguided is an algorithm that uses no estimate.
func unguided(run func(context.Context, *search.Problem[State, Key], search.Options) search.Result[State]) algorithm {
	return func(
		ctx context.Context, p *search.Problem[State, Key], _ search.Heuristic[State], o search.Options,
	) search.Result[State] {
		return run(ctx, p, o)
	}
}

// guided is an algorithm that uses an estimate. If its plan refutes the estimate, the plan is not called optimal.
func guided(run algorithm) algorithm {
	return func(
		ctx context.Context, p *search.Problem[State, Key], h search.Heuristic[State], o search.Options,
	) search.Result[State] {
		r := run(ctx, p, h, o)
		if says, left := search.Excess(p, h, r); r.Optimal && o.Admissible && says > left {
			r.Optimal = false
			fmt.Fprintf(os.Stderr, "warning: not proved optimal: %s says %d in a state of the plan with %d left\n",
				o.Heuristic, says, left)
		}
		return r
	}
}

func main() {
	name := flag.String("algorithm", ALGORITHM, "EVERY")
	heuristic := flag.String("heuristic", HEURISTIC, "the estimate for GUIDED")
	weight := flag.Float64("weight", 2, "how often wastar counts the estimate, from 1 to 1000")
	asJSON := flag.Bool("json", false, "write the answer as JSON")
	trace := flag.Bool("trace", false, "show the states between the moves")
	layers := flag.Bool("layers", false, "count the states at each distance from the start, and search nothing")
	timeout := flag.Duration("timeout", 0, "end after so long, such as 30s")
	memory := flag.Int("memory", 2048, "memory for states, in MiB")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *timeout > 0 {
		ctx, stop = context.WithTimeout(ctx, *timeout)
		defer stop()
	}
	run, at := algorithms[*name], heuristicNamed(*heuristic)
	if run == nil || at < 0 || !(*weight >= 1 && *weight <= 1000) || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "there is no such algorithm, heuristic or weight:", *name, *heuristic, *weight, flag.Args())
		flag.Usage()
		os.Exit(2)
	}
	h := Heuristics[at]
	o := search.Options{
		MaxStates: search.StatesIn[Key](*memory << 20), Progress: progress,
		Weight: *weight, Admissible: h.Admissible, Heuristic: h.Name,
	}
	if *layers {
		FIND
		counts, complete := search.Layers(ctx, Problem(), o)
		for depth, n := range counts {
			fmt.Println(depth, n)
		}
		if !complete {
			os.Exit(3)
		}
		return
	}
	RUN
	if !*asJSON {
		report(r, *trace)
	} else if err := printJSON(r); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	switch r.Status {
	case search.Unsolvable:
		os.Exit(1)
	case search.Unknown:
		os.Exit(3)
	}
}

// heuristicNamed is the number of a heuristic, -1 if there is none of this name.
func heuristicNamed(name string) int {
	for i := range Heuristics {
		if Heuristics[i].Name == name {
			return i
		}
	}
	return -1
}

// progress says how far the search has come, if somebody looks on.
func progress(st search.Stats) {
	if info, err := os.Stderr.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		fmt.Fprintf(os.Stderr, "\r%d states expanded, %s", st.Expanded, st.Elapsed.Round(time.Second/10))
	}
}

// report writes an answer as text.
func report(r search.Result[State], trace bool) {
	if r.Status != search.Solved {
		fmt.Println(r.Status, r.Reason)
		return
	}
	s := r.Start
	for i, move := range r.Moves {
		if trace {
			fmt.Print(s.String())
		}
		label := s.Label(move)
		if label != "" {
			label = "  " + label
		}
		fmt.Printf("%3d. %s%s\n", i+1, MoveName(move), label)
		s, _ = s.Make(move)
	}
	if trace {
		fmt.Print(s.String())
	}
	fmt.Printf("cost %d, moves: %d; %d states expanded in %s\n",
		r.Cost, len(r.Moves), r.Stats.Expanded, r.Stats.Elapsed.Round(time.Millisecond))
}

// printJSON writes an answer as one object.
func printJSON(r search.Result[State]) error {
	type step struct {
		Move  string ` + "`json:\"move\"`" + `
		Label string ` + "`json:\"label,omitempty\"`" + `
	}
	answer := struct {
		Status   search.Status ` + "`json:\"status\"`" + `
		Reason   string        ` + "`json:\"reason,omitempty\"`" + `
		Optimal  bool          ` + "`json:\"optimal\"`" + `
		Cost     int           ` + "`json:\"cost\"`" + `
		Plan     []step        ` + "`json:\"plan\"`" + `
		Expanded int           ` + "`json:\"expanded\"`" + `
		Seconds  float64       ` + "`json:\"seconds\"`" + `
		Stats    search.Stats  ` + "`json:\"stats\"`" + `
		START
	}{
		Status: r.Status, Reason: r.Reason, Optimal: r.Optimal, Cost: r.Cost, Plan: []step{},
		Expanded: r.Stats.Expanded, Seconds: r.Stats.Elapsed.Seconds(), Stats: r.Stats,
	}
	CHOSEN
	s := r.Start
	for _, move := range r.Moves {
		answer.Plan = append(answer.Plan, step{MoveName(move), s.Label(move)})
		s, _ = s.Make(move)
	}
	return json.NewEncoder(os.Stdout).Encode(answer)
}
`

// findStarts and afterStarts are for programs whose initial state is chosen.
const (
	findStarts = `		if why := FindStarts(ctx, *memory<<20); why != "" {
			fmt.Fprintln(os.Stderr, why)
			os.Exit(3)
		}
`
	afterStarts = `	r := search.Result[State]{Status: search.Unknown, Reason: FindStarts(ctx, *memory<<20)}
	if r.Reason == "" {
		r = SEARCH
	}`
)

// startField and chosenStart say in the answer which values were chosen for the initial state.
const (
	startField = `		Start []int ` + "`json:\"start,omitempty\"`" + ` // numbers of the chosen values
`
	chosenStart = `	if r.Status == search.Solved || len(r.Moves) > 0 {
		answer.Start = search.Values(Assignment(), Problem(), r.Start)
	}
`
)

// someStarts are the states with which the tests of such programs begin.
const someStarts = `
// someStarts are states that a plan may start from: all, unless there are thousands or they are hard to find.
func someStarts() []State {
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
	defer stop()
	states, _ := search.Starts(ctx, Assignment(), 1<<20)
	return states
}
`

const planTest = `// The plan can be made, move by move, and it leads to a goal.
func TestPlan(t *testing.T) {
	s, cost := planStart, 0
	for i, name := range plan {
		made := false
		for _, step := range s.Successors(nil) {
			if MoveName(step.Move) == name {
				s, cost, made = step.Next, cost+step.Cost, true
				break
			}
		}
		if !made {
			t.Fatalf("move %d of the plan, %s, cannot be made in\n%s", i+1, name, s.String())
		}
	}
	if !s.Goal() {
		t.Errorf("the plan does not lead to a goal but to\n%s", s.String())
	}
	if cost != planCost {
		t.Errorf("the plan costs %d, not %d", cost, planCost)
	}
}

`

const packTest = `// States near the start are the same after packing and unpacking.
func TestPack(t *testing.T) {
	states := STARTS
	for i := 0; i < len(states) && i < 1000; i++ {
		if s := states[i].Pack().Unpack(); s != states[i] {
			t.Fatalf("packing and unpacking made\n%sof\n%s", s.String(), states[i].String())
		}
		if len(states) < 1000 {
			for _, step := range states[i].Successors(nil) {
				states = append(states, step.Next)
			}
		}
	}
}
`

// assignMain is main.go of a puzzle without moves.
const assignMain = `
func main() {
	all := flag.Bool("all", false, "find all solutions and count them")
	limit := flag.Int("limit", 0, "stop after this number of solutions; 0: no limit")
	asJSON := flag.Bool("json", false, "write the answer as JSON")
	timeout := flag.Duration("timeout", 0, "end after so long, such as 30s")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *timeout > 0 {
		ctx, stop = context.WithTimeout(ctx, *timeout)
		defer stop()
	}
	found := 0
	complete, stats := search.Solutions(ctx, Assignment(), search.Options{}, func(s *State) bool {
		found++
		if !*asJSON {
			fmt.Println(s.String())
		}
		return *all && found != *limit
	})
	if *asJSON {
		answer := map[string]any{
			"solutions": found, "complete": complete, "tried": stats.Expanded, "seconds": stats.Elapsed.Seconds(),
		}
		if err := json.NewEncoder(os.Stdout).Encode(answer); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	} else {
		fmt.Printf("solutions: %d, values tried: %d, in %s\n", found, stats.Expanded, stats.Elapsed.Round(time.Millisecond))
	}
	if found == 0 && complete {
		os.Exit(1)
	}
	if found == 0 {
		os.Exit(3)
	}
}
`

const assignTest = `// All constraints hold of the solution.
func TestSolution(t *testing.T) {
	s := solution
	for i, c := range Assignment().Constraints {
		if !c.Holds(&s) {
			t.Errorf("constraint %d does not hold in\n%s", i, s.String())
		}
	}
}

`
