// Breadth-first search for the towers of Hanoi with 4 pegs. A state has two bits for each disk.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
	int disks = argc > 1 ? atoi(argv[1]) : 10;
	unsigned states = 1u << 2 * disks, goal = states - 1;
	unsigned char *seen = calloc(states, 1);
	unsigned *queue = malloc(states * sizeof *queue), from = 0, end = 1;
	queue[0] = 0;
	seen[0] = 1;
	for (int depth = 0; from < end; depth++)
		for (unsigned layer = end; from < layer; from++) {
			unsigned s = queue[from];
			if (s == goal) {
				printf("%d moves\n", depth);
				return 0;
			}
			int top[4] = {disks, disks, disks, disks}; // by peg: its smallest disk
			for (int d = disks - 1; d >= 0; d--)
				top[s >> 2 * d & 3] = d;
			for (int a = 0; a < 4; a++)
				for (int b = 0; b < 4; b++)
					if (top[a] < top[b]) {
						unsigned next = s ^ (unsigned)(a ^ b) << 2 * top[a];
						if (!seen[next]) {
							seen[next] = 1;
							queue[end++] = next;
						}
					}
		}
	return 1;
}
