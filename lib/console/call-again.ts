import { sql } from "drizzle-orm";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { implement } from "@/lib/contract/console/context";
import { countRecall, type RecallCount, recallList, splitResults } from "@/lib/contract/console/inbox/campaign-results";
import { firstNumber } from "@/lib/contract/fields";
import { refused } from "@/lib/contract/problem";
import { notReachedResults, notReachedWords, resultWords } from "@/lib/contract/shapes/call";
import { campaignPatterns } from "@/lib/contract/status-words";
import { lineOfCall } from "@/lib/db/console/call-lines";
import { hashArray, intArray } from "@/lib/db/console/number-hashes";
import { hashSent } from "@/lib/db/console/number-lines";
import type { Database } from "@/lib/db/database";
import { quoted } from "@/lib/format/csv";
import { type Campaign, contactsAmong, everyContact, type ResultRow } from "@/lib/inbox/results";
import { lineOf } from "@/lib/numbers/line";
import { blockedPositions } from "./do-not-call";
import { rowsOf, sentNumbers } from "./sent-numbers";

type LeftOut = "blocked" | "retried" | "in_call" | "without_number";

/** Operations that make a contact list of people whom a campaign did not reach. Numbers come from received events. */
export function callAgain(db: Database, accountId: string, secret: string) {
  const recalls = (campaign_id: string, chosen: string) =>
    recallBatches(db, secret, { accountId, campaign_id }, chosenIn(chosen));
  return [
    implement(countRecall, async ({ campaign_id, results }) => {
      const count: RecallCount = { people: 0, results: [], blocked: 0, retried: 0, in_call: 0, without_number: 0 };
      const byResult = new Map<string, number>();
      for await (const { people, leftOut } of recalls(campaign_id, results)) {
        count.people += people.length;
        for (const { result } of people)
          byResult.set(resultWords(result), (byResult.get(resultWords(result)) ?? 0) + 1);
        for (const reason of leftOut) count[reason] += 1;
      }
      return { ...count, results: [...byResult].map(([result, people]) => ({ result, people })) };
    }),

    implement(recallList, async ({ campaign_id, results }, { person }) => {
      if (person.hidesNumbers)
        throw refused("forbidden", "Phone numbers are hidden from you, so nobody can be called.");
      const batches = recalls(campaign_id, results);
      return {
        title: {
          parts: ["call-again", await nameOf(db, { accountId, campaign_id }), ...chosenIn(results)],
          extension: "csv",
        },
        contentType: "text/csv; charset=utf-8",
        async send(write) {
          let rows = 0;
          await write("phone_number,name\r\n");
          for await (const { people } of batches) {
            if (people.length > 0) await write(people.map(contactLine).join(""));
            rows += people.length;
          }
          return rows;
        },
      };
    }),
  ];
}

/** Not for a spreadsheet: the import reads cells as they are. */
const contactLine = ({ contact, contact_name }: ResultRow) => `+${contact},${quoted(contact_name ?? "")}\r\n`;

function chosenIn(text: string): string[] {
  const chosen = splitResults(text).filter((result) => notReachedResults.includes(result));
  if (chosen.length === 0) throw refused("bad_input", `Choose one of these results: ${notReachedResults.join(", ")}.`);
  return chosen;
}

async function* recallBatches(db: Database, secret: string, campaign: Campaign, chosen: readonly string[]) {
  const state = await stateOf(db, campaign);
  for await (const rows of everyContact(db, campaign, { chosen })) {
    const isNumber = rows.filter(({ contact }) => /^\d+$/.test(contact));
    const others = rows.length - isNumber.length;
    const contacts = isNumber.map(({ contact }) => contact);
    const { inCall, inOther } = await otherCalls(db, campaign, contacts);
    const hashes = await hashSent(
      db,
      secret,
      contacts.map((contact) => `+${contact}`),
    );
    const blocked = new Set(await blockedPositions(db, hashes));
    const sentSince = await sentSinceCall(db, campaign, { contacts: isNumber, hashes: hashes.sent });
    const reasonOf = (row: ResultRow, index: number): LeftOut | undefined => {
      if (blocked.has(index)) return "blocked";
      if (inCall.has(row.contact)) return "in_call";
      const isWaiting = inOther.has(row.contact) || (!state.isEnded && sentSince.has(row.contact));
      return isDone(state, row) && !isWaiting ? undefined : "retried";
    };
    const reasons = isNumber.map(reasonOf);
    yield {
      people: isNumber.filter((_, index) => reasons[index] === undefined),
      leftOut: [...reasons.flatMap((reason) => reason ?? []), ...Array<LeftOut>(others).fill("without_number")],
    };
  }
}

type CampaignState = { isEnded: boolean; maxAttempts: number | undefined };

/** Without a known limit of attempts, a campaign that has not ended may call everybody again. */
const isDone = ({ isEnded, maxAttempts }: CampaignState, { attempts }: Pick<ResultRow, "attempts">) =>
  isEnded || (maxAttempts !== undefined && attempts >= maxAttempts);

async function stateOf(db: Database, { accountId, campaign_id }: Campaign): Promise<CampaignState> {
  const { rows } = await db.execute<{ status: string | null; record: unknown }>(sql`
    select saved.last_status_word as status, version.record from console.saved_record as saved
    left join lateral (
      select record from console.record_version
      where key_print = ${accountId} and resource = 'campaigns' and ref = saved.ref order by id desc limit 1) version on true
    where saved.key_print = ${accountId} and saved.resource = 'campaigns' and saved.ref = ${campaign_id}`);
  const { status = null, record } = rows[0] ?? {};
  return {
    isEnded: stageOf(status) === "ended",
    maxAttempts: firstNumber(record, "retry_policy.max_attempts", "max_attempts"),
  };
}

type SentContacts = { contacts: readonly Pick<ResultRow, "contact" | "at">[]; hashes: readonly Buffer[] };

/** Contacts who were sent to the campaign again after their last call, so that they wait in it. */
async function sentSinceCall(db: Database, campaign: Campaign, { contacts, hashes }: SentContacts) {
  const { accountId, campaign_id } = campaign;
  const positions = intArray(contacts.map((_, position) => position));
  const calledAt = sql.param(contacts.map(({ at }) => at.toISOString()));
  const { rows } = await db.execute<{ position: number }>(sql`
    select asked.position from unnest(${positions}, ${hashArray(hashes)}, ${calledAt}::timestamptz[]) as asked (position, number, at)
    where exists (
      select from ${sentNumbers(accountId, rowsOf(sql`asked.number`))}
      where import.campaign_id = ${campaign_id} and import.begun_at > asked.at)`);
  return new Set(rows.map(({ position }) => contacts[position]?.contact));
}

/** Contacts with a call in progress, and those whom another campaign did not reach that has not ended. */
async function otherCalls(db: Database, { accountId, campaign_id }: Campaign, contacts: readonly string[]) {
  const { rows } = await db.execute<{ contact: string; in_call: boolean; in_other: boolean }>(sql`
    select wanted.contact, bool_or(not call.is_over) as in_call,
      bool_or(call.campaign_ref <> ${campaign_id} and saved.ref is not null
        and regexp_replace(lower(coalesce(call.reason, call.status)), '[_ ]', '-', 'g') = any(${sql.param(notReachedWords)}::text[])) as in_other
    from unnest(${sql.param([...contacts])}::text[], ${sql.param(contacts.map(lineOf))}::text[]) as wanted (contact, line)
    join console.found_call as call on call.key_print = ${accountId} and ${lineOfCall("call")} = wanted.line
    left join console.saved_record as saved on saved.key_print = ${accountId} and saved.resource = 'campaigns'
      and saved.ref = call.campaign_ref and coalesce(saved.last_status_word, '') !~* ${campaignPatterns.ended}
    group by wanted.contact`);
  const where = (is: "in_call" | "in_other") => new Set(rows.flatMap((row) => (row[is] ? [row.contact] : [])));
  return { inCall: where("in_call"), inOther: where("in_other") };
}

export async function nameOf(db: Database, { accountId, campaign_id }: Campaign): Promise<string> {
  const { rows } = await db.execute<{ name: string | null }>(sql`
    select coalesce(label, name) as name from console.saved_record
    where key_print = ${accountId} and resource = 'campaigns' and ref = ${campaign_id}`);
  return rows[0]?.name ?? campaign_id;
}

/** For the gate: hashes of all people who can be called again, whatever results were chosen. */
export const recallHashes = (db: Database, accountId: string, secret: string) => async (campaign_id: string) => {
  const hashes: Buffer[] = [];
  const campaign = { accountId, campaign_id };
  for await (const { people } of recallBatches(db, secret, campaign, notReachedResults)) {
    const numbers = people.map(({ contact }) => `+${contact}`);
    hashes.push(...(await hashSent(db, secret, numbers)).sent);
  }
  return hashes;
};

/** Which of these numbers, digits without the plus, can be called again. */
export async function recallable(db: Database, secret: string, campaign: Campaign, contacts: readonly string[]) {
  const state = await stateOf(db, campaign);
  const rows = await contactsAmong(db, campaign, contacts, notReachedResults);
  const { inCall, inOther } = await otherCalls(db, campaign, contacts);
  const { sent: hashes } = await hashSent(
    db,
    secret,
    rows.map(({ contact }) => `+${contact}`),
  );
  const sentSince = state.isEnded ? new Set() : await sentSinceCall(db, campaign, { contacts: rows, hashes });
  const isFree = ({ contact }: ResultRow) => ![inCall, inOther, sentSince].some((busy) => busy.has(contact));
  return new Set(rows.flatMap((row) => (isDone(state, row) && isFree(row) ? [row.contact] : [])));
}
