import { readAnswer } from "@/lib/client/answer";
import { call } from "@/lib/client/call";
import type { ContactEngine } from "@/lib/contacts/engine";
import { comparedAtOnce, e164 } from "@/lib/contract/console/contact-lists";
import { addDoNotCall } from "@/lib/contract/console/do-not-call";
import type { InputOf } from "@/lib/contract/operation";

/** Numbers sent so far. `short` ones have too few digits for the list. */
export type SentNumbers = { added: number; already: number; short: number };

type SendInput = {
  engine: Pick<ContactEngine, "numbers">;
  entry: Omit<InputOf<typeof addDoNotCall>, "numbers">;
  onSent: (sent: SentNumbers) => void;
  /** Aborts before the next request. A request under way is completed, so that the counts are right. */
  signal: AbortSignal;
};

export async function sendNumbers({ engine, entry, onSent, signal }: SendInput): Promise<SentNumbers> {
  let sent: SentNumbers = { added: 0, already: 0, short: 0 };
  for (let after = 0; !signal.aborted; ) {
    const batch = await engine.numbers(after, comparedAtOnce);
    const { last } = batch;
    if (last === undefined) break;
    const all = Array.from([...batch.numbers, ...batch.otherNumbers], (number) => `+${number}`);
    const numbers = all.filter((number) => e164.safeParse(number).success);
    const { added, already } =
      numbers.length > 0
        ? readAnswer(addDoNotCall, await call(addDoNotCall, { numbers, ...entry })).value
        : { added: 0, already: 0 };
    sent = {
      added: sent.added + added,
      already: sent.already + already,
      short: sent.short + all.length - numbers.length,
    };
    onSent(sent);
    after = last;
  }
  return sent;
}
