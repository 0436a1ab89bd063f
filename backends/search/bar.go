package search

import (
	"fmt"
	"strings"
)

const barWidth = 24

// bar draws how much of something is done.
func bar(share float64) string {
	share = min(max(share, 0), 1)
	full := int(share * barWidth)
	return fmt.Sprintf("[%s%s] %.0f %%", strings.Repeat("=", full), strings.Repeat(" ", barWidth-full), 100*share)
}
