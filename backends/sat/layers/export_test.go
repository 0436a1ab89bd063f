package layers

// Limit sets the memory limit.
func (l *Layers) Limit(bytes int64) { l.memory = bytes }
