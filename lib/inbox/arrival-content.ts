import type { ArrivalContent, Leaf } from "@/lib/db/console/tables/inbox";
import { stringifyJson } from "@/lib/format/json";
import { hashOf } from "@/lib/secret";
import { eventNames, isFactName } from "./dictionary";
import { type BodyEvent, leavesOfEvent } from "./event-list";
import { parseBody } from "./parse-body";

type Sent = Parameters<typeof parseBody>[0] & { size: number };

const nothing: BodyEvent = { value: {}, beside: {} };

/** Reads a body once, without what only the database knows. */
export async function contentOf(sent: Sent, body: Buffer): Promise<ArrivalContent> {
  const parsed = await parseBody(sent, body);
  const { fault } = parsed;
  const name = sent.headers["ce-type"];
  const events = name
    ? parsed.events.map((event) => ({ ...event, beside: { event: name, ...event.beside } }))
    : parsed.events;
  const isList = events.length > 1;
  const items = (events.length > 0 ? events : [nothing]).map((event) => {
    const { value } = event;
    const bytes = isList ? Buffer.from(stringifyJson(value)) : body;
    const size = isList ? bytes.length : sent.size;
    return { ...leavesOfEvent(event), hash: hashOf(bytes), size, isEmpty: Object.keys(value).length === 0 };
  });
  return { items, fault };
}

/** Kept of a body that is not kept itself. A longer one would fill the disk as bodies do. */
const mostTextBytes = 8 * 1024;

/** The content without values beyond some kilobytes, those under usual names of facts and nearest to the top first. */
export function smallContent({ items, fault }: ArrivalContent): ArrivalContent {
  let left = mostTextBytes;
  return {
    fault,
    items: items.map((item) => {
      const kept = new Set<Leaf>();
      for (const leaf of item.leaves.toSorted((a, b) => rankOf(a) - rankOf(b))) {
        left -= Buffer.byteLength(leaf.path) + Buffer.byteLength(leaf.value) + 60;
        if (left < 0) break;
        kept.add(leaf);
      }
      return { ...item, leaves: item.leaves.filter((leaf) => kept.has(leaf)) };
    }),
  };
}

const rankOf = ({ key }: Leaf) =>
  isFactName(key) || (eventNames as readonly string[]).includes(key) || key === "id" || key === "event_id" ? 0 : 1;
