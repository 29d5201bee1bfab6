/** Linux counts a process's time by 10 ms, and one plain reading takes few of those: it is read so often, and divided. */
export const plainReads = 8;
