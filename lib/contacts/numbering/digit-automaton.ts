/**
 * State of a nondeterministic automaton (NFA). A digit in `mask` (bit 0 for digit 0) leads to `next`. `epsilons` are
 * reached without a digit. A `tag` marks a match.
 */
export type PatternNode<Tag> = {
  readonly id: number;
  readonly mask: number;
  readonly next: PatternNode<Tag> | undefined;
  readonly epsilons: readonly PatternNode<Tag>[];
  readonly tag: Tag | undefined;
};

export const anyDigit = 0b11_1111_1111;

/**
 * Matches many digit patterns at once as a lazy deterministic automaton (DFA). A number needs one step per digit,
 * however many patterns there are. Steps are computed on first use. State 0 means no match.
 */
export function digitAutomaton<Tag>(start: readonly PatternNode<Tag>[]) {
  const nodeSets: (readonly PatternNode<Tag>[])[] = [];
  const stateByKey = new Map<string, number>();
  let transitions = new Int32Array(initialStates * 10);
  stateOf([]);
  const first = stateOf(start);

  function stateOf(nodes: readonly PatternNode<Tag>[]): number {
    const set = epsilonClosure(nodes);
    const key = set.map(({ id }) => id).join();
    const state = stateByKey.get(key) ?? nodeSets.push(set) - 1;
    if (stateByKey.has(key)) return state;
    stateByKey.set(key, state);
    if (nodeSets.length * 10 > transitions.length) {
      const grown = new Int32Array(transitions.length * 2);
      grown.set(transitions);
      transitions = grown;
    }
    transitions.fill(notComputed, state * 10, nodeSets.length * 10);
    return state;
  }

  function computeStep(state: number, digit: number): number {
    const nodes = nodeSets[state] ?? [];
    const next = stateOf(nodes.flatMap((node) => ((node.mask >> digit) & 1 && node.next) || []));
    transitions[state * 10 + digit] = next;
    return next;
  }

  return {
    first,
    /** State after one more digit. */
    next(state: number, digit: number): number {
      const next = transitions[state * 10 + digit] ?? notComputed;
      return next === notComputed ? computeStep(state, digit) : next;
    },
    tagsOf: (state: number) => (nodeSets[state] ?? []).flatMap(({ tag }) => (tag === undefined ? [] : [tag])),
  };
}

const initialStates = 1 << 12;
const notComputed = -1;

function epsilonClosure<Tag>(nodes: readonly PatternNode<Tag>[]): readonly PatternNode<Tag>[] {
  const reached = new Set(nodes);
  for (const node of reached) for (const other of node.epsilons) reached.add(other);
  return [...reached].filter(({ mask, tag }) => mask > 0 || tag !== undefined).sort((one, other) => one.id - other.id);
}
