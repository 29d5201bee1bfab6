/** A place in a pattern. It takes the digits of its mask (bit 0 for 0) to the next place; a tag says what is matched there. */
export type Place<Tag> = {
  readonly id: number;
  readonly mask: number;
  readonly next: Place<Tag> | undefined;
  readonly also: readonly Place<Tag>[];
  readonly tag: Tag | undefined;
};

export const anyDigit = 0b11_1111_1111;

/**
 * Many patterns over digits, walked at once and each digit once: what a number matches is known after as many steps as it has
 * digits, however many patterns there are. Steps are worked out when they are first taken. Zero is the state of no match.
 */
export function digitAutomaton<Tag>(start: readonly Place<Tag>[]) {
  const sets: (readonly Place<Tag>[])[] = [];
  const known = new Map<string, number>();
  const moves: number[] = [];
  stateOf([]);
  const first = stateOf(start);

  function stateOf(places: readonly Place<Tag>[]): number {
    const set = closure(places);
    const key = set.map(({ id }) => id).join();
    const state = known.get(key) ?? sets.push(set) - 1;
    if (known.has(key)) return state;
    known.set(key, state);
    for (let digit = 0; digit < 10; digit++) moves.push(unknown);
    return state;
  }

  function discover(state: number, digit: number): number {
    const places = sets[state] ?? [];
    const next = stateOf(places.flatMap((place) => ((place.mask >> digit) & 1 && place.next) || []));
    moves[state * 10 + digit] = next;
    return next;
  }

  function walk(digits: string, from: number): number {
    let state = first;
    for (let at = from; at < digits.length && state > 0; at++) {
      const digit = digits.charCodeAt(at) - 48;
      if (digit < 0 || digit > 9) return 0;
      const next = moves[state * 10 + digit] ?? unknown;
      state = next === unknown ? discover(state, digit) : next;
    }
    return state;
  }

  return {
    walk,
    tagsOf: (state: number) => (sets[state] ?? []).flatMap(({ tag }) => (tag === undefined ? [] : [tag])),
  };
}

const unknown = -1;

function closure<Tag>(places: readonly Place<Tag>[]): readonly Place<Tag>[] {
  const reached = new Set(places);
  for (const place of reached) for (const other of place.also) reached.add(other);
  return [...reached].filter(({ mask, tag }) => mask > 0 || tag !== undefined).sort((one, other) => one.id - other.id);
}
