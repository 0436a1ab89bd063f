package sat

// kind is the encoding of the values of a variable.
func (e *encoder) kind(v int) string {
	if e.encoding == "" || e.encoding == textbook {
		return direct
	}
	return e.encoding
}

// eitherBinary tells whether one of two variables is written in binary.
func (e *encoder) eitherBinary(v, w int) bool {
	return e.kind(v) == logarithm || e.kind(w) == logarithm
}
