package reduced

import (
	"fmt"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/mention"
)

// UnknownOperator is the error of an expression with an operator that formulas cannot express.
type UnknownOperator struct{ Op task.Op }

// Error names the operator.
func (e *UnknownOperator) Error() string {
	return fmt.Sprintf("sat: a formula cannot express %s; use %s", e.Op.Noun(), mention.With(mention.Backend, "search"))
}

// expressible reports whether package encode can write an operator. An operator that is new in task is not, until it is
// added here and in package encode.
func expressible(op task.Op) bool {
	switch op {
	case task.OpConst, task.OpVar, task.OpNot, task.OpAnd, task.OpOr, task.OpIte, task.OpEq, task.OpLt, task.OpLe,
		task.OpAdd, task.OpMul, task.OpDiv, task.OpMod, task.OpAbs, task.OpMin, task.OpMax,
		task.OpSelect, task.OpFind, task.OpDistinct, task.OpReach, task.OpReached, task.OpAcyclic, task.OpConnected:
		return true
	case task.OpCost: // its value comes from the tables of package search
	}
	return false
}
