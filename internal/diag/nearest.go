package diag

import "strings"

// longestGuess is the greatest length in bytes of a name that Nearest compares. The time of a comparison is quadratic
// in this length.
const longestGuess = 64

// Nearest returns the candidate of which name is most probably a misspelling, or "" if no candidate is near. Among
// equally near candidates the first wins. A candidate equal to name is skipped.
//
// Near means: equal except for capitals, or at most one edit for each three characters. An edit inserts, drops or
// replaces a character, or swaps two neighbours (optimal string alignment distance).
func Nearest(name string, candidates []string) string {
	if name == "" || len(name) > longestGuess {
		return ""
	}
	limit := max(1, len(name)/3)
	best, bestDistance := "", limit+1
	for _, c := range candidates {
		if c == name || c == "" || len(c) > longestGuess {
			continue
		}
		d := editDistance(name, c)
		if strings.EqualFold(name, c) {
			d = 0
		}
		// A name of which each character would be replaced is no misspelling.
		if d < bestDistance && d < max(len(name), len(c)) {
			best, bestDistance = c, d
		}
	}
	return best
}

// Meant asks whether the candidate that is nearest to name was meant. If none is near, it returns the other advice.
func Meant(name string, candidates []string, otherwise string) string {
	if near := Nearest(name, candidates); near != "" {
		return "did you mean `" + near + "`?"
	}
	return otherwise
}

// editDistance returns the optimal string alignment distance of a and b.
func editDistance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
