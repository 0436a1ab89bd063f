package rate

// Percentile returns how many of 100 vectors have a smaller value of a measure, where equal values count half, and the
// number of vectors in which the measure is known.
func Percentile(all []*Vector, name string, value int64) (percent, of int) {
	halves := 0
	for _, v := range all {
		n, known := v.Value(name)
		if !known {
			continue
		}
		of++
		switch {
		case n < value:
			halves += 2
		case n == value:
			halves++
		}
	}
	if of == 0 {
		return 0, 0
	}
	return 50 * halves / of, of
}
