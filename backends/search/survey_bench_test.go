package search

import "testing"

func BenchmarkSurvey(b *testing.B) {
	tk := cubeOfCorners(true)
	for b.Loop() {
		v, err := TakeSurvey(b.Context(), tk, SurveyOptions{})
		if err != nil || !v.Surveyed {
			b.Fatal(err, v.Reason)
		}
		b.ReportMetric(float64(v.Moves())/b.Elapsed().Seconds(), "moves/s")
	}
}
