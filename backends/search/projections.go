package search

func (sp *space) chooseProjections(taken map[int]bool) {}
