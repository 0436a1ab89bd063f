package ground_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/tests/forms"
)

// What a binder keeps, what a def is worth and what a table holds are remembered by the names from outside that they
// read. The test puts names of a binder in place of the state. Each form then means what it means with the state,
// wherever these names stand in it.
func TestFormsOfOuterNamesAgree(t *testing.T) {
	moves := map[string]string{} // by the variables that they read
	for i, f := range append(slices.Clip(forms.All), forms.Constant...) {
		text, vars := forms.Outside(f)
		if len(vars) == 0 || len(vars) > 2 {
			continue
		}
		var binds, same []string
		for _, v := range vars {
			binds = append(binds, "l"+v+" in "+forms.Sets[v])
			same = append(same, "l"+v+" == "+v)
		}
		outer := strings.Join(binds, ", ") + " where " + strings.Join(same, " and ")
		mv := fmt.Sprintf("move condition%d when exists %s: exists u in 0..0 where (%s): u == 0 { z := not z }\n", i, outer,
			text)
		if !forms.ReadsByName(text) {
			mv += fmt.Sprintf("move set%d when exists %s: exists u in {if %s then 0 else 1} where u "+
				"< 2: u == 0 { z := not z }\n", i, outer, text)
		} else {
			vars = append(vars, "b", "c")
		}
		moves[strings.Join(vars, " ")] += mv
	}
	for vars, text := range moves {
		agree(t, compilertest.Built(t, forms.Choosing(strings.Fields(vars))+text, ""), 600)
	}
}
