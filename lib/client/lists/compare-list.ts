import { type RawAnswer, readAnswer } from "@/lib/client/answer";
import { call } from "@/lib/client/call";
import type { ContactEngine, KnownRows, NumberBatch } from "@/lib/contacts/engine";
import type { KnownStatus } from "@/lib/contacts/row-status/row-status";
import {
  comparedAtOnce,
  comparedList,
  compareNumbers,
  type ListBasis,
  openList,
  type SentBefore,
  type SentList,
  type StayingPeople,
} from "@/lib/contract/console/contact-lists";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";

export type SentBy = SentList & { as: SentBefore; rows: number };

export type Comparison = {
  list_id: string;
  known: Required<KnownRows>;
  /** Lists that sent some of the numbers, the largest share first. */
  sentBy: readonly SentBy[];
  /** New people whom a campaign had that has ended, most people first. */
  ended: readonly { campaign_id: string; people: number }[];
  staying: StayingPeople;
  basis: ListBasis;
};

type Send = <Op extends Operation>(op: Op, input: InputOf<Op>, options: { signal: AbortSignal }) => Promise<RawAnswer>;

type CompareInput = {
  engine: ContactEngine;
  campaign_id: string;
  fileName: string;
  /** The campaign whose people this list calls again. */
  recalls?: string | undefined;
  onRows: (rows: number) => void;
  signal: AbortSignal;
  /** By default the browser's session sends. */
  send?: Send;
};

type Answered = { rows: readonly number[]; numbers: readonly string[]; found: OutputOf<typeof compareNumbers> };

const inE164 = (number: number) => `+${number}`;

/** Compares all rows to be sent with the do-not-call list and with the lists uploaded here. Only numbers are sent. */
export async function compareList({
  engine,
  campaign_id,
  fileName,
  recalls,
  onRows,
  signal,
  send = call,
}: CompareInput): Promise<Comparison> {
  const ask = async <Op extends Operation>(op: Op, input: InputOf<Op>) =>
    readAnswer(op, await send(op, input, { signal })).value;
  const { list_id } = await ask(openList, { campaign_id, recalls });
  const tally = new Tally();
  const merge = (answered: Answered) => {
    tally.add(answered);
    onRows(tally.compared);
  };
  const askFor = async (batch: NumberBatch): Promise<Answered> => {
    const rows = Array.from(batch.rows);
    const numbers = Array.from(batch.numbers, inE164);
    const others = { rows: Array.from(batch.otherRows), numbers: Array.from(batch.otherNumbers, inE164) };
    const beside = others.rows.length > 0 ? { others } : {};
    return { rows, numbers, found: await ask(compareNumbers, { list_id, rows, numbers, ...beside }) };
  };
  // Two requests at once: the server hashes one batch while its database looks up the other.
  for (let after = 0, earlier: Promise<Answered> | undefined; ; ) {
    const batch = await engine.numbers(after, comparedAtOnce);
    const { last } = batch;
    const next = last === undefined ? undefined : askFor(batch);
    next?.catch(() => {}); // It is awaited in the next round.
    if (earlier) merge(await earlier);
    if (last === undefined) break;
    [after, earlier] = [last, next];
  }
  const { staying, basis } = await ask(comparedList, {
    list_id,
    file_name: fileName.toWellFormed().replaceAll("\0", "").slice(0, 255),
    blocked: tally.blocked.slice(0, comparedAtOnce),
  });
  return { list_id, ...tally.result(), staying, basis };
}

/** Adds up the server's answers to all batches. */
class Tally {
  compared = 0;
  readonly blocked: string[] = [];
  readonly #known: Record<KnownStatus, number[]> = {
    do_not_call: [],
    sent_here: [],
    sent_unsure: [],
    sent_elsewhere: [],
  };
  readonly #sentBy = new Map<string, SentBy>();
  readonly #ended = new Map<string, number>();

  add({ rows, numbers, found }: Answered) {
    const rowsAt = (positions: readonly number[]) => positions.flatMap((position) => rows[position] ?? []);
    this.#known.do_not_call.push(...rowsAt(found.blocked));
    this.blocked.push(...found.blocked.flatMap((position) => numbers[position] ?? []));
    for (const { campaign_id, people } of found.ended)
      this.#ended.set(campaign_id, (this.#ended.get(campaign_id) ?? 0) + people);
    for (const { positions, ...list } of found.sent) {
      this.#known[list.as].push(...rowsAt(positions));
      const before = this.#sentBy.get(list.import_id)?.rows ?? 0;
      this.#sentBy.set(list.import_id, { ...list, rows: before + positions.length });
    }
    this.compared += rows.length;
  }

  result(): Pick<Comparison, "known" | "sentBy" | "ended"> {
    const { do_not_call, sent_here, sent_unsure, sent_elsewhere } = this.#known;
    return {
      known: {
        do_not_call: Uint32Array.from(do_not_call),
        sent_here: Uint32Array.from(sent_here),
        sent_unsure: Uint32Array.from(sent_unsure),
        sent_elsewhere: Uint32Array.from(sent_elsewhere),
      },
      sentBy: [...this.#sentBy.values()].sort((one, other) => other.rows - one.rows),
      ended: [...this.#ended]
        .map(([campaign_id, people]) => ({ campaign_id, people }))
        .sort((a, b) => b.people - a.people),
    };
  }
}
