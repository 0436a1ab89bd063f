// IDA* on the 15-puzzle with the Manhattan distance, kept up to date by each move (Korf 1985). The arguments are the
// board, row by row; the hole is 0 and belongs before the 1.
#include <stdio.h>
#include <stdlib.h>

static int board[16], moves[16][4], count[16];
static int change[16][16][16]; // by tile and the cells from which and to which it slides
static long expanded;

static int distance(int tile, int cell) {
	return abs(tile % 4 - cell % 4) + abs(tile / 4 - cell / 4);
}

static int next; // the least f beyond the bound

static int search(int hole, int before, int g, int h, int bound) {
	if (h == 0)
		return 1;
	expanded++;
	for (int i = 0; i < count[hole]; i++) {
		int from = moves[hole][i];
		if (from == before)
			continue;
		int tile = board[from], after = h + change[tile][from][hole];
		if (g + 1 + after > bound) {
			if (g + 1 + after < next)
				next = g + 1 + after;
			continue;
		}
		board[hole] = tile;
		board[from] = 0;
		if (search(from, hole, g + 1, after, bound))
			return 1;
		board[from] = tile;
		board[hole] = 0;
	}
	return 0;
}

int main(int argc, char **argv) {
	if (argc != 17)
		return 2;
	int hole = 0, h = 0;
	for (int c = 0; c < 16; c++) {
		board[c] = atoi(argv[c + 1]);
		if (board[c] == 0)
			hole = c;
		else
			h += distance(board[c], c);
		if (c >= 4)
			moves[c][count[c]++] = c - 4;
		if (c % 4 > 0)
			moves[c][count[c]++] = c - 1;
		if (c % 4 < 3)
			moves[c][count[c]++] = c + 1;
		if (c < 12)
			moves[c][count[c]++] = c + 4;
	}
	for (int t = 1; t < 16; t++)
		for (int a = 0; a < 16; a++)
			for (int b = 0; b < 16; b++)
				change[t][a][b] = distance(t, b) - distance(t, a);
	for (int bound = h;; bound = next) {
		next = 1000;
		if (search(hole, -1, 0, h, bound)) {
			printf("%d moves, %ld expanded\n", bound, expanded);
			return 0;
		}
	}
}
