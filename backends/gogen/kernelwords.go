package gogen

import "strings"

// The functions of a kernel get a state as one argument or two, s and t. What keeps states gets it as a word or an array of two.

// wordName is the name of a word of a state.
func wordName(word int) string { return []string{"s", "t"}[word] }

// list is the arguments of a state.
func (k *kernel) list() string {
	return strings.Join([]string{"s", "t"}[:k.Words], ", ")
}

// wordType is the type of a state that is kept.
func (k *kernel) wordType() string { return []string{1: "uint64", 2: "[2]uint64"}[k.Words] }

// whole is a state that is kept, of its arguments.
func (k *kernel) whole() string {
	if k.Words == 1 {
		return "s"
	}
	return k.wordType() + "{" + k.list() + "}"
}

// packed is a word of the variable w, a state that is kept.
func (k *kernel) packed(word int) string {
	if k.Words == 1 {
		return "w"
	}
	return []string{"w[0]", "w[1]"}[word]
}

// fromPacked is the arguments that the variable w becomes.
func (k *kernel) fromPacked() string {
	if k.Words == 1 {
		return "w"
	}
	return "w[0], w[1]"
}
