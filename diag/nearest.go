package diag

import "strings"

// longestGuess bounds the length of names that Nearest compares; the comparison is quadratic in it.
const longestGuess = 64

// Nearest returns the candidate that name is most probably a misspelling of, or "" if none is near. Of equally near
// candidates the first wins. A candidate equal to name is passed over.
//
// Near means: the same but for capitals, or at most one edit for each three characters, where an edit inserts, drops,
// replaces or swaps (optimal string alignment distance).
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
		// Replacing every character is no misspelling.
		if d < bestDistance && d < max(len(name), len(c)) {
			best, bestDistance = c, d
		}
	}
	return best
}

// editDistance is the optimal string alignment distance of a and b.
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
