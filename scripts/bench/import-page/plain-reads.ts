/** Linux measures CPU time in ticks of 10 ms, and one plain read takes few of them, so it is repeated. */
export const plainReads = 8;
