// Breadth-first search through all states of the 2×2×2 cube with one corner fixed: 7! orders of the pieces times 3^6
// twists. Both have a table of moves, so a state is a number.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ORDERS = 5040, TWISTS = 729, STATES = ORDERS * TWISTS };

// The cycles of three faces that meet opposite to the fixed corner, and what a quarter turn adds to the twists.
static const int ring[3][4] = {{0, 1, 2, 3}, {0, 3, 6, 4}, {0, 4, 5, 1}};
static const int spin[3][4] = {{0, 0, 0, 0}, {1, 2, 1, 2}, {2, 1, 2, 1}};
static int order_to[3][ORDERS], twist_to[3][TWISTS];

static int rank(const int *p) {
	int r = 0;
	for (int i = 0; i < 7; i++) {
		int smaller = 0;
		for (int j = i + 1; j < 7; j++)
			smaller += p[j] < p[i];
		r = r * (7 - i) + smaller;
	}
	return r;
}

static void unrank(int r, int *p) {
	int digit[7], used = 0;
	for (int i = 6; i >= 0; i--) {
		digit[i] = r % (7 - i);
		r /= 7 - i;
	}
	for (int i = 0; i < 7; i++)
		for (int v = 0, n = digit[i]; v < 7; v++)
			if (!(used >> v & 1) && n-- == 0) {
				p[i] = v;
				used |= 1 << v;
				break;
			}
}

static void tables(void) {
	int a[7], b[7];
	for (int f = 0; f < 3; f++) {
		for (int s = 0; s < ORDERS; s++) {
			unrank(s, a);
			memcpy(b, a, sizeof a);
			for (int i = 0; i < 4; i++)
				b[ring[f][(i + 1) % 4]] = a[ring[f][i]];
			order_to[f][s] = rank(b);
		}
		for (int s = 0; s < TWISTS; s++) {
			int sum = 0, r = s;
			for (int i = 0; i < 6; i++, r /= 3)
				sum += a[i] = r % 3;
			a[6] = (18 - sum) % 3;
			memcpy(b, a, sizeof a);
			for (int i = 0; i < 4; i++)
				b[ring[f][(i + 1) % 4]] = (a[ring[f][i]] + spin[f][i]) % 3;
			r = 0;
			for (int i = 5; i >= 0; i--)
				r = 3 * r + b[i];
			twist_to[f][s] = r;
		}
	}
}

int main(void) {
	tables();
	unsigned char *seen = calloc(STATES, 1);
	int *queue = malloc(STATES * sizeof *queue), end = 1, from = 0, depth = 0;
	queue[0] = 0; // the solved cube: both numbers are 0
	seen[0] = 1;
	while (from < end) {
		int layer = end;
		for (; from < layer; from++)
			for (int f = 0; f < 3; f++) {
				int o = queue[from] / TWISTS, t = queue[from] % TWISTS;
				for (int k = 0; k < 3; k++) {
					o = order_to[f][o];
					t = twist_to[f][t];
					int s = o * TWISTS + t;
					if (!seen[s]) {
						seen[s] = 1;
						queue[end++] = s;
					}
				}
			}
		if (from < end)
			depth++;
	}
	printf("%d states, the farthest in %d moves\n", end, depth);
}
