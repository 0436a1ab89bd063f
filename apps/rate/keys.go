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

	keyCost   = "cost"
	keyStates = "states"
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
	{keyStates, "states that can be reached from the start"},
}
