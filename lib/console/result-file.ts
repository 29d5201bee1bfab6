import { sql } from "drizzle-orm";
import { storedCounts } from "@/lib/automation/campaign-people";
import { type CampaignCounts, handledOf } from "@/lib/contract/console/campaign-counters";
import { implement } from "@/lib/contract/console/context";
import { exportResults, splitResults } from "@/lib/contract/console/inbox/campaign-results";
import { resultWords } from "@/lib/contract/shapes/call";
import { hashSent } from "@/lib/db/console/number-lines";
import type { Database } from "@/lib/db/database";
import { type CsvCell, csvLine, phoneCell } from "@/lib/format/csv";
import { countOf } from "@/lib/format/format-count";
import { isZone, wallClock } from "@/lib/format/zoned-time";
import { type Campaign, everyContact, type ResultRow } from "@/lib/inbox/results";
import { nameOf } from "./call-again";
import { rowsOf } from "./sent-numbers";

const sentAtOnce = 5_000;
/** Without it, spreadsheets read UTF-8 as the encoding of their system. */
const byteOrderMark = "\ufeff";

/** The results of a campaign for a spreadsheet, in the words of the screen. */
export const resultFile = (db: Database, accountId: string, secret: string) => [
  implement(exportResults, async ({ campaign_id, text, results, zone: wanted = "UTC" }, { person }) => {
    const campaign = { accountId, campaign_id };
    const chosen = splitResults(results);
    const isWhole = chosen.length === 0 && !text?.trim();
    const zone = isZone(wanted) ? wanted : "UTC";
    return {
      title: { parts: ["results", await nameOf(db, campaign), ...chosen, text], extension: "csv" },
      contentType: "text/csv; charset=utf-8",
      async send(write) {
        await write(
          byteOrderMark +
            line(["Contact", "Number", "Calls", "Last result", `Last call (${zone})`, "Length", "Call ID"]),
        );
        const called = new Set<string>();
        let rows = 0;
        for await (const contacts of everyContact(db, campaign, { chosen, text, searcher: person })) {
          await write(contacts.map((contact) => line(cellsOf(contact, zone))).join(""));
          rows += contacts.length;
          if (isWhole) for (const hash of await hashesOf(db, secret, contacts)) called.add(hash);
        }
        return isWhole ? rows + (await sendOthers(db, campaign, { called, contacts: rows, write })) : rows;
      },
    };
  }),
];

const line = (cells: readonly CsvCell[]) => `${csvLine(cells)}\r\n`;

const cellsOf = (
  { contact, contact_name, attempts, result, is_over, at, seconds, call_id }: ResultRow,
  zone: string,
) => [
  contact_name,
  /^\d+$/.test(contact) ? spreadsheetNumber(contact) : "Number not sent",
  attempts,
  is_over ? resultWords(result) : "In progress",
  wallClock(at.getTime(), zone),
  is_over ? lengthOf(seconds) : null,
  call_id,
];

/** Text with a space, which no spreadsheet takes for a quantity or a formula. */
function spreadsheetNumber(digits: string): string {
  const text = phoneCell(`+${digits}`);
  return text.includes(" ") ? text : `+${digits.slice(0, 3)} ${digits.slice(3)}`;
}

/** "0:03:07" */
function lengthOf(seconds: number | null): string | null {
  if (seconds === null) return null;
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  const padded = (part: number) => String(part).padStart(2, "0");
  return `${Math.floor(minutes / 60)}:${padded(minutes % 60)}:${padded(rest)}`;
}

const keyOf = (hash: Buffer) => hash.toString("latin1");

async function hashesOf(db: Database, secret: string, contacts: readonly ResultRow[]) {
  const numbers = contacts.flatMap(({ contact }) => (/^\d+$/.test(contact) ? [`+${contact}`] : []));
  return (await hashSent(db, secret, numbers)).sent.map(keyOf);
}

type Others = { called: ReadonlySet<string>; contacts: number; write: (text: string) => Promise<void> };

/** People of the campaign without a call: by their row, because their numbers are not stored, or else their count. */
async function sendOthers(db: Database, campaign: Campaign, { called, contacts, write }: Others): Promise<number> {
  const counts = await storedCounts(db, campaign.accountId, campaign.campaign_id);
  const isWhole = wereAllSeen(counts, contacts);
  const firstMs = await firstEventMs(db, campaign);
  const wordOf = ({ begun_at }: SentRow) => (isWhole || Date.parse(begun_at) > firstMs ? "not called" : "no call seen");
  let rows = 0;
  for await (const sent of sentRows(db, campaign)) {
    const without = sent.filter(({ number }) => !called.has(keyOf(number)));
    const lines = without.map((sent) => line([`row ${sent.row} of ${sent.file_name}`, "", 0, wordOf(sent)]));
    if (lines.length > 0) await write(lines.join(""));
    rows += lines.length;
  }
  const unknown = (handledOf(counts)?.total ?? 0) - contacts - rows;
  if (unknown <= 0) return rows;
  await write(line([`${countOf(unknown, "other person", "other people")}, not uploaded here`, "", null, "not known"]));
  return rows + 1;
}

/** False if calls may have been made from before events were received. */
function wereAllSeen({ done, failed, active }: CampaignCounts, contacts: number): boolean {
  const called = [done, failed, active].reduce((sum, each) => sum + (each?.count ?? 0), 0);
  return (done !== undefined || failed !== undefined) && called <= contacts;
}

/** People who were uploaded after the first event of a campaign were not called before it. */
async function firstEventMs(db: Database, { accountId, campaign_id }: Campaign): Promise<number> {
  const { rows } = await db.execute<{ at: string | null }>(sql`
    select min(first_event_at) as at from console.found_call
    where key_print = ${accountId} and campaign_ref = ${campaign_id}`);
  const at = rows[0]?.at;
  return at ? Date.parse(at) : Number.POSITIVE_INFINITY;
}

type SentRow = { list: number; row: number; number: Buffer; file_name: string; begun_at: string };

/** The rows of all lists sent to the campaign, by list and row. Somebody who was sent twice has the first one. */
async function* sentRows(db: Database, { accountId, campaign_id }: Campaign) {
  for (let after = { list: 0, row: 0 }; ; ) {
    const { rows } = await db.execute<SentRow>(sql`
      select sent.list, sent."row", sent.number, import.file_name, import.begun_at
      from console.contact_list as list
      join console.contact_import as import on import.id = list.import_id
      join console.list_number as sent on sent.list = list.key
      where list.account_id = ${accountId} and list.campaign_id = ${campaign_id}
        and (sent.list, sent."row") > (${after.list}, ${after.row})
        and not exists (
          select from ${rowsOf(sql`sent.number`)} as earlier
          join console.contact_list as other on other.key = earlier.list
          where other.account_id = ${accountId} and other.campaign_id = ${campaign_id} and other.import_id is not null
            and (earlier.list, earlier."row") < (sent.list, sent."row"))
      order by sent.list, sent."row" limit ${sentAtOnce}`);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < sentAtOnce) return;
    after = last;
  }
}
