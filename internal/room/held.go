package room

import (
	"math"
	"runtime/metrics"
)

// Held returns the number of bytes of memory that the process holds.
func Held() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return int64(min(sample[0].Value.Uint64()-sample[1].Value.Uint64(), math.MaxInt64))
}
