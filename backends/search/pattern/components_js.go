package pattern

// A page loads faster without components, and has no memory for the tables that need them.
const (
	byComponents    = false
	componentMoves  = 1
	componentStates = 1
)

type components struct{}

type floods struct{}

func (b *total) newComponents() *components { return nil }

func (c *components) newFloods() *floods { return nil }

func (w *sweeper[T]) expandComponents([]uint64) {}

func (w *sweeper[T]) emptyComponents([]uint64) {}

func (w *sweeper[T]) enterComponent(uint64, int64) {}

func (s *sweep[T]) settleLevel() {}
