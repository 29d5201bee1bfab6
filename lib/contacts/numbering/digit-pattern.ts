import { anyDigit, type PatternNode } from "./digit-automaton";

/** Fragment of a pattern. Builds its first node from the node that follows it. */
type Fragment<Tag> = (next: PatternNode<Tag>) => PatternNode<Tag>;

/**
 * Parses patterns of number ranges: digits, \d, [1-35], groups, |, ? and {2,5}. Equal ends of different patterns share
 * nodes, which keeps an automaton of thousands of ranges small.
 */
export function digitPatterns<Tag>() {
  const nodes = new Map<string, PatternNode<Tag>>();
  let count = 0;

  function node(key: string, rest: Pick<PatternNode<Tag>, "mask" | "next" | "epsilons">): PatternNode<Tag> {
    const shared = nodes.get(key) ?? { id: count++, tag: undefined, ...rest };
    nodes.set(key, shared);
    return shared;
  }

  const digits =
    (mask: number): Fragment<Tag> =>
    (next) =>
      node(`${mask}>${next.id}`, { mask, next, epsilons: [] });

  function alternatives(branches: readonly PatternNode<Tag>[]): PatternNode<Tag> {
    const [only] = branches;
    if (only && branches.length === 1) return only;
    return node(branches.map(({ id }) => id).join("|"), { mask: 0, next: undefined, epsilons: branches });
  }

  function end(tag: Tag): PatternNode<Tag> {
    return { id: count++, mask: 0, next: undefined, epsilons: [], tag };
  }

  /** End that also matches any further digits. */
  function endOrMore(tag: Tag): PatternNode<Tag> {
    const loop = { id: count++, mask: anyDigit, epsilons: [], tag, next: undefined as PatternNode<Tag> | undefined };
    loop.next = loop;
    return loop;
  }

  /** Node whose branches are created when it is first reached. */
  function lazy(make: () => readonly PatternNode<Tag>[]): PatternNode<Tag> {
    let cached: readonly PatternNode<Tag>[] | undefined;
    return {
      id: count++,
      mask: 0,
      next: undefined,
      tag: undefined,
      get epsilons() {
        cached ??= make();
        return cached;
      },
    };
  }

  function parse(pattern: string, next: PatternNode<Tag>): PatternNode<Tag> {
    const tokens = pattern.match(token) ?? [];
    if (tokens.join("") !== pattern) throw new SyntaxError(`Not a pattern of digits: ${pattern}`);
    return choice(tokens.values(), digits, alternatives)(next);
  }

  return { parse, end, endOrMore, lazy };
}

export type DigitPatterns<Tag> = ReturnType<typeof digitPatterns<Tag>>;

const token = /\(\?:|[()|?]|\{\d+(?:,\d+)?\}|\\d|\d|\[[\d-]+\]/g;

/** Parses up to the end of the current group. */
function choice<Tag>(
  tokens: Iterator<string>,
  digits: (mask: number) => Fragment<Tag>,
  alternatives: (branches: readonly PatternNode<Tag>[]) => PatternNode<Tag>,
): Fragment<Tag> {
  const branches: Fragment<Tag>[][] = [[]];
  for (let { value, done } = tokens.next(); !done && value !== ")"; { value, done } = tokens.next()) {
    const branch = branches.at(-1) ?? [];
    if (value === "|") branches.push([]);
    else if (value.startsWith("(")) branch.push(choice(tokens, digits, alternatives));
    else if (value === "?" || value.startsWith("{")) branch.push(repeated(branch.pop(), value, alternatives));
    else branch.push(digits(maskOf(value)));
  }
  return (next) =>
    alternatives(branches.map((fragments) => fragments.reduceRight((after, fragment) => fragment(after), next)));
}

function repeated<Tag>(
  fragment: Fragment<Tag> | undefined,
  sign: string,
  alternatives: (branches: readonly PatternNode<Tag>[]) => PatternNode<Tag>,
): Fragment<Tag> {
  if (!fragment) throw new SyntaxError("Nothing to repeat.");
  const [minimum = 0, maximum = minimum] = sign === "?" ? [0, 1] : (sign.match(/\d+/g) ?? []).map(Number);
  return (next) => {
    let node = next;
    for (let extra = minimum; extra < maximum; extra++) node = alternatives([fragment(node), next]);
    for (let needed = 0; needed < minimum; needed++) node = fragment(node);
    return node;
  };
}

function maskOf(sign: string): number {
  if (sign === "\\d") return anyDigit;
  return [...sign.matchAll(/(\d)(?:-(\d))?/g)].reduce((mask, [, from, to = from]) => {
    for (let digit = Number(from); digit <= Number(to); digit++) mask |= 1 << digit;
    return mask;
  }, 0);
}
