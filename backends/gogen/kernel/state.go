package kernel

import (
	"fmt"
	"strings"
)

// The functions of a kernel get a state as one argument or several: s, t, u. A state that is kept is a word or an array
// of words.

// wordName is the name of a word of a state.
func wordName(word int) string { return []string{"s", "t", "u"}[word] }

// list is the arguments of a state.
func (k *Kernel) list() string { return k.each(wordName) }

// each joins the texts that of returns for the words.
func (k *Kernel) each(of func(word int) string) string {
	var all []string
	for word := range k.Words {
		all = append(all, of(word))
	}
	return strings.Join(all, ", ")
}

// wordType is the type of a state that is kept.
func (k *Kernel) wordType() string {
	if k.Words == 1 {
		return "uint64"
	}
	return fmt.Sprintf("[%d]uint64", k.Words)
}

// whole is a state that is kept, made of its arguments.
func (k *Kernel) whole() string {
	if k.Words == 1 {
		return k.list()
	}
	return k.wordType() + "{" + k.list() + "}"
}

// packed is one word of w, a variable with a state that is kept.
func (k *Kernel) packed(word int) string {
	if k.Words == 1 {
		return "w"
	}
	return fmt.Sprintf("w[%d]", word)
}

// fromPacked is the arguments that are made of w, a variable with a state that is kept.
func (k *Kernel) fromPacked() string { return k.each(k.packed) }
