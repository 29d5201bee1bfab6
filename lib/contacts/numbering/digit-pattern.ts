import { anyDigit, type PatternNode } from "./digit-automaton";

/** A part of a pattern: given the place after it, the place before it. */
type Part<Tag> = (next: PatternNode<Tag>) => PatternNode<Tag>;

/**
 * Reads patterns as number ranges are written: digits, \d, [1-35], groups, |, ? and {2,5}. Equal ends of different patterns
 * become the same places, which keeps an automaton of thousands of ranges small.
 */
export function digitPatterns<Tag>() {
  const places = new Map<string, PatternNode<Tag>>();
  let count = 0;

  function place(key: string, rest: Pick<PatternNode<Tag>, "mask" | "next" | "also">): PatternNode<Tag> {
    const found = places.get(key) ?? { id: count++, tag: undefined, ...rest };
    places.set(key, found);
    return found;
  }

  const take =
    (mask: number): Part<Tag> =>
    (next) =>
      place(`${mask}>${next.id}`, { mask, next, also: [] });

  function either(branches: readonly PatternNode<Tag>[]): PatternNode<Tag> {
    const [only] = branches;
    if (only && branches.length === 1) return only;
    return place(branches.map(({ id }) => id).join("|"), { mask: 0, next: undefined, also: branches });
  }

  function end(tag: Tag): PatternNode<Tag> {
    return { id: count++, mask: 0, next: undefined, also: [], tag };
  }

  /** Matched by whatever follows. */
  function endOrMore(tag: Tag): PatternNode<Tag> {
    const loop = { id: count++, mask: anyDigit, also: [], tag, next: undefined as PatternNode<Tag> | undefined };
    loop.next = loop;
    return loop;
  }

  /** Stands for places that are made when it is first reached. */
  function later(make: () => readonly PatternNode<Tag>[]): PatternNode<Tag> {
    let cached: readonly PatternNode<Tag>[] | undefined;
    return {
      id: count++,
      mask: 0,
      next: undefined,
      tag: undefined,
      get also() {
        cached ??= make();
        return cached;
      },
    };
  }

  function read(pattern: string, next: PatternNode<Tag>): PatternNode<Tag> {
    const tokens = pattern.match(token) ?? [];
    if (tokens.join("") !== pattern) throw new SyntaxError(`Not a pattern of digits: ${pattern}`);
    return choice(tokens.values(), take, either)(next);
  }

  return { read, end, endOrMore, later };
}

export type DigitPatterns<Tag> = ReturnType<typeof digitPatterns<Tag>>;

const token = /\(\?:|[()|?]|\{\d+(?:,\d+)?\}|\\d|\d|\[[\d-]+\]/g;

/** Reads up to the end of the group that it stands in. */
function choice<Tag>(
  tokens: Iterator<string>,
  take: (mask: number) => Part<Tag>,
  either: (branches: readonly PatternNode<Tag>[]) => PatternNode<Tag>,
): Part<Tag> {
  const branches: Part<Tag>[][] = [[]];
  for (let { value, done } = tokens.next(); !done && value !== ")"; { value, done } = tokens.next()) {
    const branch = branches.at(-1) ?? [];
    if (value === "|") branches.push([]);
    else if (value.startsWith("(")) branch.push(choice(tokens, take, either));
    else if (value === "?" || value.startsWith("{")) branch.push(repeated(branch.pop(), value, either));
    else branch.push(take(maskOf(value)));
  }
  return (next) => either(branches.map((parts) => parts.reduceRight((after, part) => part(after), next)));
}

function repeated<Tag>(
  part: Part<Tag> | undefined,
  sign: string,
  either: (branches: readonly PatternNode<Tag>[]) => PatternNode<Tag>,
): Part<Tag> {
  if (!part) throw new SyntaxError("Nothing to repeat.");
  const [least = 0, most = least] = sign === "?" ? [0, 1] : (sign.match(/\d+/g) ?? []).map(Number);
  return (next) => {
    let before = next;
    for (let extra = least; extra < most; extra++) before = either([part(before), next]);
    for (let needed = 0; needed < least; needed++) before = part(before);
    return before;
  };
}

function maskOf(sign: string): number {
  if (sign === "\\d") return anyDigit;
  return [...sign.matchAll(/(\d)(?:-(\d))?/g)].reduce((mask, [, from, to = from]) => {
    for (let digit = Number(from); digit <= Number(to); digit++) mask |= 1 << digit;
    return mask;
  }, 0);
}
