import { readAnswer } from "@/lib/client/answer";
import { call } from "@/lib/client/call";
import type { ContactEngine } from "@/lib/contacts/engine";
import { comparedAtOnce } from "@/lib/contract/console/contact-lists";
import { addDoNotCall, type WaitingPeople } from "@/lib/contract/console/do-not-call";
import { e164Form } from "@/lib/contract/console/numbers";
import type { InputOf } from "@/lib/contract/inputs";

/** Numbers sent so far. `short` ones have too few digits for the list. */
export type SentNumbers = { added: number; already: number; short: number; waiting: WaitingPeople; readAt: string };

export const noneSent: SentNumbers = {
  ...{ added: 0, already: 0, short: 0, readAt: "" },
  waiting: { people: 0, listed: 0, campaigns: [], since: null },
};

/** People of two batches, which share no number. */
function bothWaiting(one: WaitingPeople, other: WaitingPeople): WaitingPeople {
  const campaigns = new Map(one.campaigns.map((campaign) => [campaign.campaign_id, campaign]));
  for (const campaign of other.campaigns) {
    const known = campaigns.get(campaign.campaign_id);
    const people = campaign.people + (known?.people ?? 0);
    const unconfirmed = campaign.unconfirmed + (known?.unconfirmed ?? 0);
    campaigns.set(campaign.campaign_id, { ...campaign, people, unconfirmed });
  }
  const counts = { people: one.people + other.people, listed: one.listed + other.listed };
  return { ...counts, campaigns: [...campaigns.values()], since: other.since };
}

type SendInput = {
  engine: Pick<ContactEngine, "numbers">;
  entry: Omit<InputOf<typeof addDoNotCall>, "numbers">;
  onSent: (sent: SentNumbers) => void;
  /** Aborts before the next request. A request under way is completed, so that the counts are right. */
  signal: AbortSignal;
};

const none = { value: noneSent, readAt: "" };

export async function sendNumbers({ engine, entry, onSent, signal }: SendInput): Promise<SentNumbers> {
  let sent = noneSent;
  for (let after = 0; !signal.aborted; ) {
    const batch = await engine.numbers(after, comparedAtOnce);
    const { last } = batch;
    if (last === undefined) break;
    const all = Array.from([...batch.numbers, ...batch.otherNumbers], (number) => `+${number}`);
    const numbers = all.filter((number) => e164Form.test(number));
    const answer =
      numbers.length > 0 ? readAnswer(addDoNotCall, await call(addDoNotCall, { numbers, ...entry })) : none;
    const { added, already, waiting } = answer.value;
    sent = {
      added: sent.added + added,
      already: sent.already + already,
      short: sent.short + all.length - numbers.length,
      waiting: bothWaiting(sent.waiting, waiting),
      readAt: answer.readAt || sent.readAt,
    };
    onSent(sent);
    after = last;
  }
  return sent;
}
