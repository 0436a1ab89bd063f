package why_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/pzc-lang/pzc/apps/why"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

func TestZZ(t *testing.T) {
	p, diags := puzzle.Load(models.FS(), "slitherlink.pz")
	fmt.Println(diags)
	z, _ := p.Instantiate(puzzle.Data{})
	z.Ground(context.Background())
	s := time.Now()
	f, _ := z.Form()
	fmt.Println("form", time.Since(s))
	s = time.Now()
	g, err := why.NewGuide(context.Background(), z, why.Options{})
	fmt.Println("guide", time.Since(s), err)
	for _, given := range []map[int]int64{{}, {f.Fill(nil).Open[3]: 1}, {f.Fill(nil).Open[3]: 1, f.Fill(nil).Open[30]: 1}} {
		s = time.Now()
		b, err := g.Broken(context.Background(), given)
		fmt.Println("broken", time.Since(s), b, err)
	}
	s = time.Now()
	c, err := f.Complete(context.Background(), map[int]int64{}, puzzle.ValidateOptions{})
	fmt.Println("complete", time.Since(s), c.Valid(), err)
	s = time.Now()
	c, err = f.Complete(context.Background(), f.Fill(nil).Rest(), puzzle.ValidateOptions{})
	fmt.Println("complete rest", time.Since(s), c.Valid(), err)
}
