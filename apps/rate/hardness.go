package rate

import "github.com/pzc-lang/pzc/internal/lists"

// degrees are what Hardness returns, and what a want may name.
var degrees = []string{"easy", "middle", "hard"}

// Hardness returns the measures in a word, "" if those that decide are not known. A puzzle without moves is easy if
// each deduction needs one rule, and hard if one needs more than three.
//
// A puzzle with moves is easy if none of these is true, and middle if one is: the best plan costs 12 or more; it costs
// 40 or more; a wrong move is seen to lose after three moves or more; three moves or more lead away from the goal.
func (v *Vector) Hardness() string {
	if v.find("most_rules") != nil {
		rules, known := v.Value("most_rules")
		undecided, _ := v.Value("undecided")
		switch {
		case !known || v.Several || undecided > 0 && rules <= 3:
			return ""
		case rules > 3:
			return degrees[2]
		}
		return degrees[min(max(rules-1, 0), 1)]
	}
	cost, known := v.Value("cost")
	trap, _ := v.Value("trap_depth")
	away, _ := v.Value("counterintuitive")
	if !known {
		return ""
	}
	points := lists.Filter([]bool{cost >= 12, cost >= 40, trap >= 3, away >= 3}, func(b bool) bool { return b })
	return degrees[min(len(points), 2)]
}
