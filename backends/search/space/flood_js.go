package space

// index is for floods from similar states, which the compiler of the page does not have.
func (b *bitFlood) index(int) {}

const twoWords = false

func (b *bitFlood) spread2(uint64, []uint64, []uint64) {}
