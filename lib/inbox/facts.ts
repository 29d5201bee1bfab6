import type { FactName, FactPaths } from "@/lib/contract/console/inbox/facts";
import { callPatterns, isStatusWord } from "@/lib/contract/status-words";
import type { Leaf, Leaves } from "@/lib/db/console/tables/inbox";
import { parseMoment } from "@/lib/format/parse-time";
import { type NumberReading, readNumber } from "@/lib/numbers/read-number";
import { isAmount, isCurrency, storedCost } from "./call-cost";
import {
  costNames,
  currencyNames,
  dictionary,
  envelopes,
  eventNames,
  numberNames,
  sharedCallNames,
} from "./dictionary";

/** Where a fact of events with this name and shape is found, as the platform confirmed or an admin chose. */
export type KnownPath = {
  event: string;
  /** "" for all shapes. */
  shape: string;
  fact: string;
  path: string;
  confirmed: number;
  denied: number;
  chosenBy: string | null;
};

type Facts = {
  call: string | null;
  session: string | null;
  campaign: string | null;
  assistant: string | null;
  contact: string | null;
  own: string | null;
  contact_name: string | null;
  direction: string | null;
  status: string | null;
  reason: string | null;
  started: Date | null;
  answered: Date | null;
  ended: Date | null;
  seconds: number | null;
  /** A decimal string as sent, and its currency. */
  cost: string | null;
  currency: string | null;
};

export type ReadEvent = {
  name: string | null;
  /** The body's own ID of the event. */
  eventId: string | null;
  shape: string;
  facts: Facts;
  paths: FactPaths;
  /** True if it says that the call has ended. */
  isOver: boolean;
};

export type ReadOptions = {
  known: readonly KnownPath[];
  isOwnNumber: (digits: string) => boolean;
  /** True if the platform answered that it has no record with this ID. */
  isDenied?: (fact: FactName, value: string) => boolean;
};

/** Confirmations after which a path needs no further ones. */
export const enough = 3;

/** The facts of an event, from the values of its body. */
export function readEvent(tree: Leaves, options: ReadOptions): ReadEvent {
  const name = nameIn(tree.leaves);
  const find = finder(tree, name, options);
  const found = Object.fromEntries(
    singleFacts.map((fact) => [fact, find(fact, fact === "call" ? callRank(tree.leaves, name) : usual(fact))]),
  ) as Record<SingleFact, Leaf | undefined>;
  const { call } = found;
  const { contact, own } = bothNumbers(find, { ...options, direction: found.direction?.value });
  const times = { started: timeOf(found.started), answered: timeOf(found.answered), ended: timeOf(found.ended) };
  const leaves = { ...found, call, contact, own };
  const facts: Facts = {
    ...{ call: call?.value ?? null, session: found.session?.value ?? null },
    ...{ campaign: found.campaign?.value ?? null, assistant: found.assistant?.value ?? null },
    ...{
      contact: digitsOf(contact, countryOf(own)),
      own: digitsOf(own, countryOf(contact)),
      contact_name: found.contact_name?.value ?? null,
    },
    ...{ direction: found.direction?.value ?? null, status: found.status?.value ?? null },
    ...{ reason: found.reason?.value ?? null, ...times, seconds: secondsOf(found.seconds, times) },
    ...costIn(tree.leaves),
  };
  return {
    ...{ name, shape: tree.shape, facts, paths: pathsOf(leaves, find.isKnown) },
    eventId: eventIdIn(tree.leaves, call),
    isOver:
      facts.ended !== null ||
      facts.reason !== null ||
      isStatusWord(callPatterns.over, facts.status ?? "") ||
      overName.test(name ?? ""),
  };
}

type SingleFact = Exclude<keyof typeof dictionary, "contact">;
const singleFacts = Object.keys(dictionary).filter((fact) => fact !== "contact") as SingleFact[];

/** Names of events that say that a call has ended. */
export const overName = /\b(ended|completed|hang_?up|finished)\b|end.of.call/i;

/** Names of envelopes, which have the event's own name inside. */
const carrierName = /^notification$/i;

/** The event's name stands at the top, or in what only wraps. */
export function nameIn(leaves: readonly Leaf[]): string | null {
  const names = leaves
    .filter(
      ({ path, depth }) => depth === 0 || (depth === 1 && envelopes.has(path.split(".", 1)[0]?.toLowerCase() ?? "")),
    )
    .filter(({ key }) => (eventNames as readonly string[]).includes(key))
    .toSorted((a, b) => a.depth - b.depth || eventNames.indexOf(a.key as never) - eventNames.indexOf(b.key as never))
    .map(({ value }) => value);
  return names.find((name) => !carrierName.test(name)) ?? names[0] ?? null;
}

/** An `event_id`, or an `id` beside the name that is not the call's. */
function eventIdIn(leaves: readonly Leaf[], call: Leaf | undefined) {
  const top = leaves.filter(({ depth }) => depth === 0);
  const hasName = top.some(({ key }) => (eventNames as readonly string[]).includes(key));
  const found =
    top.find(({ key }) => key === "event_id") ?? (hasName ? top.find(({ key }) => key === "id") : undefined);
  return found && found !== call ? found.value : null;
}

type Finder = ReturnType<typeof finder>;

/** Finds a fact at a known path, else at the best of its usual places. What the platform denied is passed over. */
function finder({ leaves, shape }: Leaves, name: string | null, { known, isDenied }: ReadOptions) {
  const ofEvent = known.filter((path) => path.event === (name ?? "") && (path.shape === "" || path.shape === shape));
  const pathsOfFact = (fact: string) => ofEvent.filter((path) => path.fact === fact);
  function find(fact: FactName, guess: (leaf: Leaf) => number | undefined): Leaf | undefined {
    const paths = pathsOfFact(fact);
    const sure = surest(paths).flatMap(({ path }) => leaves.find((leaf) => leaf.path === path) ?? []);
    const isPathDenied = (leaf: Leaf) =>
      paths.some(({ path, denied, confirmed }) => path === leaf.path && denied >= enough && confirmed === 0);
    const guessed = leaves
      .flatMap((leaf, nth) => {
        const rank = guess(leaf);
        return rank === undefined || isPathDenied(leaf) ? [] : [{ leaf, rank, nth }];
      })
      .toSorted((a, b) => a.rank - b.rank || a.nth - b.nth)
      .map(({ leaf }) => leaf);
    const candidates = [...sure, ...guessed];
    return candidates.find(({ value }) => !isDenied?.(fact, value)) ?? lastResort(fact, candidates);
  }
  return Object.assign(find, {
    isKnown: (fact: string, leaf: Leaf) => pathsOfFact(fact).find(({ path }) => path === leaf.path),
  });
}

/** Chosen by an admin, then confirmed most often. */
const surest = (paths: readonly KnownPath[]) =>
  paths
    .filter(({ chosenBy, confirmed }) => chosenBy !== null || confirmed > 0)
    .toSorted((a, b) => Number(b.chosenBy !== null) - Number(a.chosenBy !== null) || b.confirmed - a.confirmed);

/** A platform can answer for a call only later, so an ID with the name of a call stays one if there is no other. */
const lastResort = (fact: FactName, [first]: readonly Leaf[]) =>
  fact === "call" && first && callNames.includes(first.key) && !sharedCallNames.has(first.key) ? first : undefined;

const callNames = dictionary.call.names;

/** The rank of a value among the names of a fact; undefined if it is none. */
const usual =
  (fact: Exclude<FactName, "own">) =>
  ({ key, value }: Leaf) => {
    const { kind, names } = dictionary[fact];
    const rank = names.indexOf(key);
    return rank >= 0 && isOfKind[kind](value) ? rank : undefined;
  };

const isOfKind = {
  id: (value: string) => value.length <= 200 && !/\s/.test(value),
  phone: (value: string) => /\p{N}/u.test(value) && isPhone(readNumber(value), value),
  word: (value: string) => value.length <= 200,
  time: (value: string) => momentOf(value) !== undefined,
  seconds: (value: string) => /^\d{1,9}(\.\d{1,9})?$/.test(value),
};

/** Names of a call first, then those of others too, then a bare ID. */
function callRank(leaves: readonly Leaf[], name: string | null) {
  const bare = bareId(leaves);
  const isOfCall =
    /call|conversation|session|attempt/i.test(name ?? "") || leaves.some(({ key }) => tellsOfCall.has(key));
  return (leaf: Leaf) => {
    const rank = usual("call")(leaf);
    if (rank !== undefined && (isOfCall || !sharedCallNames.has(leaf.key))) return rank;
    const depth = bare(leaf);
    return depth === undefined ? undefined : callNames.length + depth;
  };
}

const tellsOfCall: ReadonlySet<string> = new Set([
  ...(["contact", "assistant", "campaign", "reason", "started", "answered", "ended", "seconds"] as const).flatMap(
    (fact) => dictionary[fact].names,
  ),
  ...[...numberNames.from, ...numberNames.to],
]);

/** A bare `id` or `uuid` is the call's if a status and a number or an assistant stand beside it. */
function bareId(leaves: readonly Leaf[]) {
  const placeOf = ({ path }: Leaf) => path.slice(0, path.lastIndexOf(".") + 1);
  const keysByPlace = new Map<string, Set<string>>();
  for (const leaf of leaves) {
    const keys = keysByPlace.get(placeOf(leaf));
    if (keys) keys.add(leaf.key);
    else keysByPlace.set(placeOf(leaf), new Set([leaf.key]));
  }
  return (leaf: Leaf) => {
    if (!/(^|\.)(id|uuid)$/.test(leaf.path) || !isOfKind.id(leaf.value)) return undefined;
    const beside = keysByPlace.get(placeOf(leaf));
    const has = (names: readonly string[]) => names.some((name) => beside?.has(name));
    const isCall =
      has(dictionary.status.names) &&
      (has([...numberNames.to, ...numberNames.from]) || has(dictionary.assistant.names));
    return isCall ? leaf.depth : undefined;
  };
}

type Ends = { isOwnNumber: ReadOptions["isOwnNumber"]; direction: string | undefined };

/** The number in the platform's list is ours. Without such a list the direction decides. */
function bothNumbers(find: Finder, { isOwnNumber, direction }: Ends) {
  const named = (names: readonly string[]) => (leaf: Leaf) => {
    const rank = names.indexOf(leaf.key);
    return rank >= 0 && isOfKind.phone(leaf.value) ? rank : undefined;
  };
  const isOwn = (leaf: Leaf | undefined) => isOwnNumber(digitsOf(leaf) ?? "");
  const from = find("own", named(numberNames.from));
  const to = find("own", named(numberNames.to));
  const isInbound = isOwn(to) === isOwn(from) ? /^in/i.test(direction ?? "") : isOwn(to);
  const [other, ours] = isInbound ? [from, to] : [to, from];
  const contact = find("contact", usual("contact")) ?? other;
  return { contact, own: contact === ours ? undefined : ours };
}

const timeFacts: ReadonlySet<string> = new Set(["started", "answered", "ended"]);

function pathsOf(found: Partial<Record<FactName, Leaf | undefined>>, isKnown: Finder["isKnown"]): FactPaths {
  return Object.fromEntries(
    Object.entries(found).flatMap(([fact, leaf]) => {
      if (!leaf) return [];
      const known = isKnown(fact, leaf);
      const isConfirmed = (known?.confirmed ?? 0) >= enough;
      const isZoneless = timeFacts.has(fact) && parseMoment(leaf.value)?.isZoned === false;
      const found = { path: leaf.path, is_confirmed: isConfirmed, chosen_by: known?.chosenBy ?? null };
      return [[fact, isZoneless ? { ...found, is_zoneless: true } : found]];
    }),
  );
}

/** A national number counts too, but only if there is nothing else in the text. */
const isPhone = ({ fault }: NumberReading, value: string) =>
  fault === undefined || (fault === "no_country" && !/\p{L}/u.test(value) && value.replace(/\P{N}/gu, "").length >= 7);

/** E.164 digits without the plus. A national number is of the country of the call's other end. */
function digitsOf(leaf: Leaf | undefined, country?: string): string | null {
  const reading = leaf && readNumber(leaf.value, { country });
  return reading && reading.fault === undefined ? reading.number.slice(1) : null;
}

function countryOf(leaf: Leaf | undefined): string | undefined {
  const reading = leaf && readNumber(leaf.value);
  return reading?.fault === undefined && reading?.country !== "ZZ" ? reading?.country : undefined;
}

/** Microseconds are times too. */
function momentOf(value: string) {
  const ms = parseMoment(/^[1-4]\d{15}$/.test(value) ? value.slice(0, 13) : value)?.ms;
  return ms === undefined ? undefined : new Date(ms);
}

const timeOf = (leaf: Leaf | undefined) => (leaf && momentOf(leaf.value)) ?? null;

/** The first cost of a call that is a decimal number, and the currency beside it or else the first. */
function costIn(leaves: readonly Leaf[]): Pick<Facts, "cost" | "currency"> {
  const cost = leaves.find(({ key, value }) => costNames.includes(key) && isAmount(value));
  if (!cost) return { cost: null, currency: null };
  const currencies = leaves.filter(({ key, value }) => currencyNames.includes(key) && isCurrency(value));
  const beside = currencies.find(({ path }) => parentOf(path) === parentOf(cost.path));
  return storedCost(cost.value, (beside ?? currencies[0])?.value);
}

const parentOf = (path: string) => path.slice(0, path.lastIndexOf(".") + 1);

/** In the unit that agrees with the times, else in that of its name. */
function secondsOf(
  leaf: Leaf | undefined,
  { started, answered, ended }: Pick<Facts, "started" | "answered" | "ended">,
) {
  if (!leaf) return null;
  const sent = Number(leaf.value);
  const inMs = Math.round(sent / 1000);
  const between =
    ended && (answered ?? started) ? (ended.getTime() - (answered ?? started ?? ended).getTime()) / 1000 : undefined;
  if (between !== undefined && between > 0 && Math.abs(inMs - between) <= 2) return inMs;
  return leaf.key.endsWith("_ms") ? inMs : Math.round(sent);
}
