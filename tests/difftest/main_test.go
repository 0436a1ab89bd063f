package difftest

import (
	"flag"
	"maps"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// Fewer models than rapid draws by default; -rapid.checks on the command line comes later and wins.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", "60"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// draws is how many random models a property is tried on.
func draws(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(flag.Lookup("rapid.checks").Value.String())
	require.NoError(t, err)
	return n
}

// programs is how many random models are written as programs, which takes longer.
func programs(t *testing.T) int {
	t.Helper()
	return max(draws(t)/5, 1)
}

// firstSeed is the seed of the first of these models.
func firstSeed(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(flag.Lookup("rapid.seed").Value.String())
	require.NoError(t, err)
	return n
}

// properties are the tests that draw random models and build no program.
var properties = map[string]func(*testing.T){
	"AllPlansAgree":         TestAllPlansAgree,
	"AllPlansOfLengthAgree": TestAllPlansOfLengthAgree,
	"AnswersAgree":          TestAnswersAgree,
	"AssignmentsAgree":      TestAssignmentsAgree,
	"BestAgrees":            TestBestAgrees,
	"BoundsAgree":           TestBoundsAgree,
	"EveryWayAgrees":        TestEveryWayAgrees,
	"CostsAgree":            TestCostsAgree,
	"FormatAndParse":        TestFormatAndParse,
	"FormatsAgree":          TestFormatsAgree,
	"FormulasAgree":         TestFormulasAgree,
	"GroundAgrees":          TestGroundAgrees,
	"HeuristicsAgree":       TestHeuristicsAgree,
	"HorizonsAgree":         TestHorizonsAgree,
	"JSONAgrees":            TestJSONAgrees,
	"OutsideSolversAgree":   TestOutsideSolversAgree,
	"PDDLAgrees":            TestPDDLAgrees,
	"PromisesAgree":         TestPromisesAgree,
	"ReasonsAgree":          TestReasonsAgree,
	"ReadingsAgree":         TestReadingsAgree,
	"RewritingsAgree":       TestRewritingsAgree,
	"RewrittenMovesAgree":   TestRewrittenMovesAgree,
	"SatAgrees":             TestSatAgrees,
	"SearchAgrees":          TestSearchAgrees,
	"SecondSolutionsAgree":  TestSecondSolutionsAgree,
	"SimplerPuzzlesAgree":   TestSimplerPuzzlesAgree,
	"StepsAgree":            TestStepsAgree,
}

// TestLongModels tries each property on as many other models.
func TestLongModels(t *testing.T) { onMoreModels(t, 1) }

// TestHoursModels tries each property on some ten thousand models.
func TestHoursModels(t *testing.T) { onMoreModels(t, 200) }

func onMoreModels(t *testing.T, times int) {
	t.Helper()
	set := func(name string, n int) {
		before := flag.Lookup(name).Value.String()
		require.NoError(t, flag.Set(name, strconv.Itoa(n)))
		t.Cleanup(func() { require.NoError(t, flag.Set(name, before)) })
	}
	set("rapid.checks", times*draws(t))
	if seed := firstSeed(t); seed > 0 { // 0: another one each time
		set("rapid.seed", seed+1_000_000)
	}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		t.Run(name, properties[name])
	}
}
