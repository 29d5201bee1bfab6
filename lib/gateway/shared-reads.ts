import { clock } from "@/lib/clock";
import { isMeant } from "@/lib/contract/console/summary";
import { type Operation, resourceOf, verbOf } from "@/lib/contract/operation";

/** An open page reads its record at this interval. */
const reuseMs = 10_000;
const maxReads = 500;
const maxAnswerBytes = 5 * 1024 * 1024;
const maxBytes = 32 * 1024 * 1024;

type Dated<Answer> = Answer & { readAt: string };
type Fetch<Answer> = () => Promise<Answer>;
type Read<Answer> = {
  op: Operation;
  input: Record<string, unknown>;
  beganMs: number;
  bytes: number;
  isStale: boolean;
  answer: Promise<Dated<Answer>>;
};

export type SharedReads<Answer extends { text: string; body?: Uint8Array }> = ReturnType<
  typeof createSharedReads<Answer>
>;

/**
 * Keeps the platform's latest answers for some seconds. When a read finds a change and it is announced, browsers get that
 * answer, so that the announcement causes no request to the platform. After a send, one of them reads for all.
 */
export function createSharedReads<Answer extends { text: string; body?: Uint8Array }>() {
  const latest = new Map<string, Read<Answer>>();
  const inFlight = new Set<Read<Answer>>();

  function begin(op: Operation, input: Record<string, unknown>, fetchAnswer: Fetch<Answer>): Read<Answer> {
    const dated = async () => ({ ...(await fetchAnswer()), readAt: clock.now().toISOString() });
    const read = { op, input, beganMs: performance.now(), bytes: 0, isStale: false, answer: dated() };
    inFlight.add(read);
    const name = nameOf(read);
    const forget = () => {
      inFlight.delete(read);
      if (latest.get(name) === read) latest.delete(name);
    };
    read.answer.then(({ text, body }) => {
      inFlight.delete(read);
      read.bytes = body?.length ?? text.length;
      if ((latest.get(name)?.beganMs ?? 0) <= read.beganMs) latest.delete(name);
      if (read.bytes > maxAnswerBytes || latest.has(name)) return;
      latest.set(name, read);
      makeRoom();
      setTimeout(forget, reuseMs).unref();
    }, forget);
    return read;
  }

  function makeRoom() {
    let bytes = 0;
    for (const read of latest.values()) bytes += read.bytes;
    for (const [name, read] of latest) {
      if (bytes <= maxBytes && latest.size <= maxReads) return;
      latest.delete(name);
      bytes -= read.bytes;
    }
  }

  return {
    /** Reads from the platform, and keeps the answer for `share`. */
    keep: (op: Operation, input: Record<string, unknown>, fetchAnswer: Fetch<Answer>) =>
      begin(op, input, fetchAnswer).answer,
    /** The latest answer, or else one request for all callers. */
    share(op: Operation, input: Record<string, unknown>, fetchAnswer: Fetch<Answer>) {
      const known = latest.get(nameOf({ op, input }));
      if (known && !known.isStale && performance.now() - known.beganMs < reuseMs) return known.answer;
      const read = begin(op, input, fetchAnswer);
      latest.set(nameOf(read), read);
      return read.answer;
    },
    /** Call with the query keys of what changed since it was read here. */
    outdate(keys: readonly string[]) {
      for (const read of [...inFlight, ...latest.values()]) {
        const { op, input } = read;
        if (keys.some((key) => isMeant(key, { resource: resourceOf(op), verb: verbOf(op), input })))
          read.isStale = true;
      }
    },
  };
}

const nameOf = ({ op, input }: Pick<Read<unknown>, "op" | "input">) =>
  `${op.id} ${JSON.stringify(Object.entries(input).sort(byName))}`;

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);
