package task

import "slices"

// chunked is the list of a pool's nodes, each with its root (see Pool) or None. It is kept in pieces, so that it grows
// without copying. A copy of a large list would briefly double the memory.
type chunked struct {
	pieces []*piece
	n      int
}

type piece struct {
	nodes [pieceSize]Node
	roots [pieceSize]Expr
}

const (
	pieceBits = 9
	pieceSize = 1 << pieceBits
)

func (c *chunked) at(e Expr) *Node { return &c.pieces[e>>pieceBits].nodes[e&(pieceSize-1)] }

func (c *chunked) root(e Expr) Expr { return c.pieces[e>>pieceBits].roots[e&(pieceSize-1)] }

func (c *chunked) add(n Node, root Expr) {
	if c.n == len(c.pieces)<<pieceBits {
		c.pieces = append(c.pieces, new(piece))
	}
	last, i := c.pieces[len(c.pieces)-1], c.n&(pieceSize-1)
	last.nodes[i], last.roots[i] = n, root
	c.n++
}

// clone shares the full pieces with the original, because nodes do not change.
func (c *chunked) clone() chunked {
	out := chunked{slices.Clone(c.pieces), c.n}
	if last := len(c.pieces) - 1; last >= 0 {
		own := *c.pieces[last]
		out.pieces[last] = &own
	}
	return out
}
