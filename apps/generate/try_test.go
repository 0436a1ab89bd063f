package generate

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

func TestTry(t *testing.T) {
	for _, name := range strings.Fields(os.Getenv("TRY")) {
		name, inst, _ := strings.Cut(name, ":")
		program, diags := puzzle.Load(models.FS(), name+".pz")
		require.NoError(t, diags.Err())
		z, diags := program.Instantiate(puzzle.Data{Instance: inst})
		require.NoError(t, diags.Err())
		begin := time.Now()
		c, err := findClues(t.Context(), z, 3)
		fmt.Println("==", name, inst, "found", time.Since(begin), err)
		if err != nil {
			continue
		}
		for i, a := range c.params {
			bl := map[string]int{}
			for _, e := range c.elements {
				if e.param == i {
					x := "none"
					if e.hasOne { x = string(rune(e.blank)) + fmt.Sprint(e.blank) }
					bl[x]++
				}
			}
			fmt.Println(a.Name, bl)
		}
		for k := range uint64(3) {
			begin = time.Now()
			data, undecided, err := c.dig(t.Context(), rand.New(rand.NewPCG(3, k)), Options{Base: z, Symmetric: os.Getenv("SYM") != ""})
			fmt.Println(time.Since(begin), undecided, err)
			for n, d := range data {
				if rows, ok := d.([]string); ok {
					fmt.Println(n + ":\n" + strings.Join(rows, "\n"))
				} else {
					fmt.Println(n, d)
				}
			}
			if err != nil { continue }
			r, _ := raw(data)
			y, diags := z.Given(t.Context(), r)
			require.NoError(t, diags.Err())
			y.Ground(t.Context())
			var o puzzle.Options
			o.All, o.Limit = true, 2
			begin = time.Now()
			a, err := y.Solve(t.Context(), o)
			fmt.Println("check", len(a.Solutions), a.Complete, err, time.Since(begin))
		}
	}
}
