package acceptance_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// bloxorzLevel is a level as the corpus describes it.
type bloxorzLevel struct {
	Rows     []string
	Bridges  []struct{ ID, Initial string }
	Switches []struct {
		ID, Kind string
		SplitTo  [][2]int `json:"split_to"`
		Effects  []struct{ Op, Bridge string }
	}
	Oracle struct{ Moves, Actions int64 }
}

// params translates a level into the model's parameters. Letters are dealt anew, because the model's own signs are letters too.
// A bridge that no switch touches is floor or nothing for good.
func (l *bloxorzLevel) params() params {
	sign := map[rune]rune{'#': 'o', '.': '.', 'S': 'S', 'G': 'T', '!': 'f'}
	small, capitals := []rune("abcdeghijklmnpqrstuvwxyz"), []rune("ABCDEFGHIJKLMNOPQRUVWXYZ")
	wires, ports, shown := [][]any{}, [][]any{}, []string{}
	touched := map[string]bool{}
	for i, s := range l.Switches {
		sign[rune(s.ID[0])] = capitals[i]
		for _, e := range s.Effects {
			touched[e.Bridge] = true
		}
	}
	for i, b := range l.Bridges {
		switch id := rune(b.ID[0]); {
		case touched[b.ID]:
			sign[id] = small[i]
		case b.Initial == "on":
			sign[id] = 'o'
		default:
			sign[id] = '.'
		}
		if touched[b.ID] && b.Initial == "on" {
			shown = append(shown, string(sign[rune(b.ID[0])]))
		}
	}
	action := map[string]string{"on": "show", "off": "hide", "toggle": "toggle"}
	for _, s := range l.Switches {
		name := string(sign[rune(s.ID[0])])
		if s.Kind == "split" {
			ports = append(ports, []any{name, s.SplitTo[0], s.SplitTo[1]})
		}
		for _, e := range s.Effects {
			wires = append(wires, []any{len(wires), name, s.Kind, action[e.Op], string(sign[rune(e.Bridge[0])])})
		}
	}
	level := make([]string, len(l.Rows))
	for i, row := range l.Rows {
		level[i] = strings.Map(func(r rune) rune { return sign[r] }, row)
	}
	return params{"level": level, "wires": wires, "shown": shown, "ports": ports}
}

func TestBloxorzLevels(t *testing.T) {
	bySAT := []int{1, 3, 5, 7, 11, 13}
	for n := 1; n <= 33; n += 2 {
		text := corpusFile(t, fmt.Sprintf("bloxorz/level%02d.json", n))
		var level bloxorzLevel
		require.NoError(t, json.Unmarshal([]byte(text), &level))
		for swapcost, want := range []int64{level.Oracle.Moves, level.Oracle.Actions} {
			p := level.params()
			p["swapcost"] = swapcost
			t.Run(fmt.Sprintf("%d/swapcost=%d", n, swapcost), func(t *testing.T) {
				puzzle := ground(t, "bloxorz/bloxorz.pz", p)
				wantCost(t, want, solve(t, puzzle, by("search", "", "")))
				if slices.Contains(bySAT, n) && swapcost == 0 {
					wantCost(t, want, solve(t, puzzle, by("sat", "", "")))
				}
			})
		}
	}
}
