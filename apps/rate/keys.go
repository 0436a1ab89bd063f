package rate

// Key is a measure: its name in JSON and in wants, and what it means, in a sentence.
type Key struct{ Name, Meaning string }

// Keys lists the measures of puzzles with moves, or of puzzles without, in their order.
func Keys(moves bool) []Key {
	if moves {
		return moving
	}
	return still
}

// The keys. Their order is that of every output.
const (
	keySteps      = "steps"
	keyJointSteps = "joint_steps"
	keyMostRules  = "most_rules"
	keyLookAhead  = "look_ahead"
	keyGuesses    = "guesses"
	keyUndecided  = "undecided"

	keyCost       = "cost"
	keyPlans      = "optimal_plans"
	keyStates     = "states"
	keyDead       = "dead_share"
	keyTrap       = "trap_depth"
	keyForced     = "forced"
	keyCounter    = "counterintuitive"
	keySwitches   = "switches"
	keySecondBest = "second_best"
)

var still = []Key{
	{keySteps, "deductions until all values are known"},
	{keyJointSteps, "deductions that need two rules or more together"},
	{keyMostRules, "rules that the hardest deduction needs together"},
	{keyLookAhead, "rules that are applied one after the other, at most, until the opposite of a deduction is refuted"},
	{keyGuesses, "deductions that need more than five rules together, where a person would guess"},
	{keyUndecided, "questions that took too long, so that an easier deduction may have been missed"},
}

var moving = []Key{
	{keyCost, "the least cost of a plan"},
	{keyPlans, "plans of least cost; plans are one if they differ only in the order of moves that commute"},
	{keyStates, "states that can be reached from the start"},
	{keyDead, "of 100 states, those from which no goal can be reached, rounded up"},
	{keyTrap, "moves to look ahead, at most, until a wrong move beside a cheapest plan is seen to lose; 0: none loses"},
	{keyForced, "moves of a cheapest plan, at least, where all others lose"},
	{keyCounter, "moves of a cheapest plan, at least, that seem to lead away from the goal: they raise a heuristic"},
	{keySwitches, "changes of the moved piece in a cheapest plan, at least"},
	{keySecondBest, "the cost of the best plan that leaves the cheapest plans and comes back to none of their states but a goal"},
}
