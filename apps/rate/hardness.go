package rate

// Hardness is how hard a puzzle is for a person, in a word.
type Hardness string

// The words of Vector.Hardness.
const (
	Easy   Hardness = "easy"
	Middle Hardness = "middle"
	Hard   Hardness = "hard"
)

// Hardness returns the measures in a word, "" if those that decide are not known. A puzzle without moves is easy if each
// deduction needs one rule, and hard if one needs more than three. A puzzle with moves is easy if none of these is true,
// and middle if one is: the best plan costs 12 or more; it costs 40 or more; a wrong move is seen to lose after three
// moves or more; three moves or more lead away from the goal.
func (v *Vector) Hardness() Hardness {
	words := []Hardness{Easy, Middle, Hard}
	if v.find("most_rules") != nil {
		rules, known := v.Value("most_rules")
		undecided, _ := v.Value("undecided")
		switch {
		case !known || v.Several || undecided > 0 && rules <= 3:
			return ""
		case rules > 3:
			return Hard
		}
		return words[min(max(rules-1, 0), 1)]
	}
	if _, known := v.Value("cost"); !known {
		return ""
	}
	points := 0
	for _, x := range []struct {
		name string
		from int64
	}{{"cost", 12}, {"cost", 40}, {"trap_depth", 3}, {"counterintuitive", 3}} {
		if n, _ := v.Value(x.name); n >= x.from {
			points++
		}
	}
	return words[min(points, 2)]
}
