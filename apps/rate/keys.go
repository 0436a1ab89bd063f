package rate

import "github.com/pzc-lang/pzc/internal/lists"

// Key is a measure: its name in JSON and in wants, and what it means, in a sentence.
type Key struct{ Name, Meaning string }

// Keys lists the measures of puzzles with moves, or of puzzles without, in their order.
func Keys(moves bool) []Key {
	if moves {
		return moving
	}
	return still
}

// Names lists the names of Keys.
func Names(moves bool) (names []string) {
	return lists.Map(Keys(moves), func(k Key) string { return k.Name })
}

// Their order is that of every output.
var still = []Key{
	{"steps", "deductions until all values are known"},
	{"joint_steps", "deductions that need two rules or more together"},
	{"most_rules", "rules that the hardest deduction needs together"},
	{"look_ahead", "rules that are applied one after the other, at most, until the opposite of a deduction is refuted"},
	{"open_elements", "elements without a value that the rules of a deduction read, added up for all deductions"},
	{"guesses", "deductions that need more than five rules together, where a person would guess"},
	{"undecided", "questions that took too long, so that an easier deduction may have been missed"},
}

var moving = []Key{
	{"cost", "the least cost of a plan"},
	{"optimal_plans", "plans of least cost; plans are one if they differ only in the order of moves that commute"},
	{"states", "states that can be reached from the start"},
	{"dead_share", "of 100 states, those from which no goal can be reached, rounded up"},
	{"trap_depth", "moves to look ahead, at most, until a wrong move on a cheapest plan is seen to lose; 0: none loses"},
	{"forced", "moves of a cheapest plan, at least, where all others lose"},
	{"counterintuitive", "moves of a cheapest plan, at least, that seem to lead away from the goal: a heuristic rises"},
	{"switches", "changes of the moved piece in a cheapest plan, at least"},
	{"second_best", "the cost of the best plan that leaves the cheapest ones and comes to no state of them but a goal"},
}
