package explore

import (
	"testing"

	"github.com/pzc-lang/pzc/backends/search/searchtest"
)

func BenchmarkSurvey(b *testing.B) {
	tk := searchtest.CubeOfCorners(true)
	for b.Loop() {
		v, err := TakeSurvey(b.Context(), tk, SurveyOptions{})
		if err != nil || !v.Surveyed {
			b.Fatal(err, v.Reason)
		}
		b.ReportMetric(float64(v.Moves())/b.Elapsed().Seconds(), "moves/s")
	}
}
