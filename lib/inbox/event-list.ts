import { attempt } from "@/lib/format/attempt";
import { isDigits, isPlainObject, parseJson } from "@/lib/format/json";
import { dictionary, envelopes, speech } from "./dictionary";
import { nameIn, readEvent } from "./facts";
import { leavesOf, normalKey } from "./leaves";

type Item = Record<string, unknown>;

/** An event of a body. `beside`: keys that stand beside its list, and count if it has none of its own. */
export type BodyEvent = { value: Item; beside: Item };

/** The events of a body, one unless it holds a list of events. Empty if it cannot be read, for which `fault` is a sentence. */
export type ParsedBody = { events: readonly BodyEvent[]; fault: string | null };

const mostEvents = 500;
/** First entries of a list that say whether it is one of events. Looking at all of a long one would keep the process busy. */
const mostLookedAt = 20;

/** Keys that hold events and say nothing of them. */
const carriers: ReadonlySet<string> = new Set(
  "events data deliveries payload payloads records items body batch webhooks notifications entries value".split(" "),
);

const eventKey = /[./:]|call|conversation|session|campaign|started|ended/i;

/** The events of a parsed body: a list, an object that holds lists of events, or one event. */
export function eventsOfJson(value: unknown): ParsedBody {
  if (Array.isArray(value)) return ofList(value);
  if (!isPlainObject(value)) return { events: [], fault: "It looks like JSON, but cannot be read." };
  const lists = listsIn(value);
  const events = lists.flatMap(({ items, beside }) => items.map((item) => ({ value: item, beside })));
  if (events.length > mostEvents) return tooMany;
  if (events.length > 0) return { events, fault: null };
  return { events: [{ value, beside: {} }], fault: unreadList(value) };
}

const tooMany: ParsedBody = { events: [], fault: `It is a list of more than ${mostEvents} events.` };

function ofList(list: readonly unknown[]): ParsedBody {
  const items = list.flat().map(parsedText);
  const events = items.filter(isEvent).map((value) => ({ value, beside: {} }));
  if (events.length > mostEvents) return tooMany;
  if (items.length === 0) return { events: [], fault: "It is an empty list." };
  if (events.length === 0) return { events: [], fault: "It is a list without events." };
  const left = items.length - events.length;
  return { events, fault: left > 0 ? `${left} of the ${items.length} entries of its list are no events.` : null };
}

const isEvent = (item: unknown): item is Item => isPlainObject(item) && !isDigits(item);

const parsedText = (item: unknown) =>
  typeof item === "string" && /^\s*[{[]/.test(item) ? (attempt(() => parseJson(item)) ?? item) : item;

type List = { key: string; items: Item[] };

/** Lists of objects at the top of a body and in what only wraps. */
function candidates(body: Item): List[] {
  const inside = Object.entries(body).flatMap(([key, item]) => {
    const inner = envelopes.has(normalKey(key)) ? parsedText(item) : undefined;
    return isEvent(inner) ? Object.entries(inner) : [];
  });
  return [...Object.entries(body), ...inside].flatMap(([key, item]) => {
    const list = parsedText(item);
    if (!Array.isArray(list) || speech.has(normalKey(key))) return [];
    const items = list.flat().map(parsedText);
    return items.length > 0 && items.every(isEvent) ? [{ key, items }] : [];
  });
}

const readOptions = { known: [], isOwnNumber: () => false };
const factsIn = (item: Item) => readEvent(leavesOf(item), readOptions);

/** Facts that say that a body is about one call itself. */
function isAboutOneCall({ facts }: ReturnType<typeof factsIn>) {
  const { status, reason, contact, own, started, answered, ended, seconds } = facts;
  return [status, reason, contact, own, started, answered, ended, seconds].some((fact) => fact !== null);
}

/** An event can hold lists, such as the attempts of a call. Their entries are events only if they have IDs, or nothing else is one. */
function listsIn(body: Item): { items: Item[]; beside: Item }[] {
  const lists = candidates(body);
  if (lists.length === 0) return [];
  const { leaves } = leavesOf(body);
  const wrapper = factsIn(body);
  if (wrapper.facts.call !== null) return [];
  const isOnlyWrapper = wrapper.name === null && !isAboutOneCall(wrapper);
  return lists
    .filter(({ key, items }) => {
      const found = items.slice(0, mostLookedAt).map(factsIn);
      const hasName = found.some(({ name }) => name !== null);
      const hasId = found.some(({ facts, eventId }) => facts.call !== null || eventId !== null);
      const fits = wrapper.name === null || hasName || carriers.has(normalKey(key));
      return isOnlyWrapper ? hasName || hasId : hasId && fits;
    })
    .map(({ key, items }) => {
      const name = wrapper.name ?? (!carriers.has(normalKey(key)) && eventKey.test(key) ? key : null);
      const shared = leaves
        .filter(({ key: fact }) => sharedFacts.has(fact))
        .map(({ key: fact, value }) => [fact, value]);
      return { items, beside: { ...(name === null ? {} : { event: name }), ...Object.fromEntries(shared) } };
    });
}

const sharedFacts: ReadonlySet<string> = new Set([...dictionary.campaign.names, ...dictionary.assistant.names]);

/** Says so if an object without a call holds a list with calls. */
function unreadList(body: Item): string | null {
  const lists = candidates(body);
  if (lists.length === 0 || factsIn(body).facts.call !== null) return null;
  const hasCall = (item: Item) => factsIn(item).facts.call !== null;
  const unread = lists.find(({ items }) => items.slice(0, mostLookedAt).some(hasCall));
  return unread ? `It holds a list under “${unread.key}”, which is not read as events.` : null;
}

/** The values of an event, with those beside its list if it has no such fact of its own. */
export function leavesOfEvent({ value, beside }: BodyEvent) {
  const own = leavesOf(value);
  const isMissing = ({ key }: { key: string }) =>
    key === "event" ? nameIn(own.leaves) === null : !own.leaves.some((leaf) => factOf(leaf.key) === factOf(key));
  return { ...own, leaves: [...own.leaves, ...leavesOf(beside).leaves.filter(isMissing)] };
}

const factOf = (key: string) => (dictionary.campaign.names.includes(key) ? "campaign" : "assistant");
