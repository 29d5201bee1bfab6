/** A place in a pattern. It takes the digits of its mask (bit 0 for 0) to the next place; a tag says what is matched there. */
export type PatternNode<Tag> = {
  readonly id: number;
  readonly mask: number;
  readonly next: PatternNode<Tag> | undefined;
  readonly also: readonly PatternNode<Tag>[];
  readonly tag: Tag | undefined;
};

export const anyDigit = 0b11_1111_1111;

/**
 * Many patterns over digits, walked at once and each digit once: what a number matches is known after as many steps as it has
 * digits, however many patterns there are. Steps are worked out when they are first taken. Zero is the state of no match.
 */
export function digitAutomaton<Tag>(start: readonly PatternNode<Tag>[]) {
  const sets: (readonly PatternNode<Tag>[])[] = [];
  const known = new Map<string, number>();
  let moves = new Int32Array(startStates * 10);
  stateOf([]);
  const first = stateOf(start);

  function stateOf(places: readonly PatternNode<Tag>[]): number {
    const set = closure(places);
    const key = set.map(({ id }) => id).join();
    const state = known.get(key) ?? sets.push(set) - 1;
    if (known.has(key)) return state;
    known.set(key, state);
    if (sets.length * 10 > moves.length) {
      const grown = new Int32Array(moves.length * 2);
      grown.set(moves);
      moves = grown;
    }
    moves.fill(unknown, state * 10, sets.length * 10);
    return state;
  }

  function discover(state: number, digit: number): number {
    const places = sets[state] ?? [];
    const next = stateOf(places.flatMap((place) => ((place.mask >> digit) & 1 && place.next) || []));
    moves[state * 10 + digit] = next;
    return next;
  }

  return {
    first,
    /** The state after one more digit. */
    next(state: number, digit: number): number {
      const next = moves[state * 10 + digit] ?? unknown;
      return next === unknown ? discover(state, digit) : next;
    },
    tagsOf: (state: number) => (sets[state] ?? []).flatMap(({ tag }) => (tag === undefined ? [] : [tag])),
  };
}

const startStates = 1 << 12;
const unknown = -1;

function closure<Tag>(places: readonly PatternNode<Tag>[]): readonly PatternNode<Tag>[] {
  const reached = new Set(places);
  for (const place of reached) for (const other of place.also) reached.add(other);
  return [...reached].filter(({ mask, tag }) => mask > 0 || tag !== undefined).sort((one, other) => one.id - other.id);
}
