package main

import (
	"go/token"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// A fault is tried with faster tests before slower ones, and with tests that noticed many faults before others.
func TestOrderOfTests(t *testing.T) {
	here := map[int]bool{7: true}
	quick, slow := &test{name: "quick", took: time.Second, reaches: here}, &test{
		name: "slow", took: 3 * time.Second, reaches: here,
	}
	s := &suite{tests: []*test{slow, {name: "elsewhere"}, quick}}
	assert.Equal(t, quick, s.next(7, nil))
	assert.Equal(t, slow, s.next(7, []*test{quick}))
	assert.Nil(t, s.next(7, []*test{quick, slow}))
	assert.Nil(t, s.next(8, nil))
	quick.runs, slow.runs, slow.saw = 10, 10, 9
	assert.Equal(t, slow, s.next(7, nil))
}

func TestChoose(t *testing.T) {
	var sites []site
	for line := range 100 {
		sites = append(sites, site{pos: token.Position{Filename: []string{"/x/a.go", "/x/ba.go"}[line%2], Line: line}})
	}
	some := settings{n: 10, seed: 3}.choose(sites)
	assert.Len(t, some, 10)
	assert.Equal(t, some, settings{n: 10, seed: 3}.choose(sites))
	assert.NotEqual(t, some, settings{n: 10, seed: 4}.choose(sites))
	assert.Len(t, settings{n: 1000, at: []string{"a.go"}}.choose(sites), 50)
	assert.ElementsMatch(t, []int{7, 8}, settings{n: 1000, at: []string{"ba.go:7", "a.go:8", "a.go:9"}}.choose(sites))
}
