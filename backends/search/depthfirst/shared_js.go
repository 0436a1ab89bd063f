package depthfirst

// The page has no idaStar for states of several words, so that its compiler stays
// small. IDA* then searches in the general way. Passes are not shared, because the page has one thread.
const (
	wideIDAStar = false
	threaded    = false
)
