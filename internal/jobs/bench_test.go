package jobs

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkJob measures what a job takes that does nothing, with ten files, from putting it to its result.
func BenchmarkJob(b *testing.B) {
	inEach(b, func(b *testing.B, dir string) {
		w, _ := upper(b, dir, "w")
		texts := map[string]string{}
		for i := range 10 {
			name := fmt.Sprintf("file%d", i)
			hash, err := w.Text([]byte(name))
			require.NoError(b, err)
			texts[name] = hash
		}
		all, _ := requested(b, w, b.N)
		for i := range all {
			all[i].Files = texts
		}
		b.ResetTimer()
		ask(b, w, all)
	})
}
