import { compareNumbers, openList } from "@/lib/contract/console/contact-lists";
import { beginImport, finishImport } from "@/lib/contract/console/imports";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";

type Ask = <Op extends Operation>(op: Op, input: InputOf<Op>) => Promise<OutputOf<Op>>;

/** "+49301000000" and the numbers after it. */
export const numbersFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => `+4930${1_000_000 + first + index}`);

/** Compares numbers as rows 2, 3, … of a file for a campaign. */
export async function compareList(ask: Ask, campaign_id: string, numbers: string[]) {
  const { list_id } = await ask(openList, { campaign_id });
  const compared = await ask(compareNumbers, { list_id, numbers, rows: numbers.map((_, index) => index + 2) });
  return { list_id, ...compared };
}

/** Journal entry of a list with this many rows. */
export const importEntry = (campaign_id: string, list_id: string, rows: number): InputOf<typeof beginImport> => ({
  ...{ campaign_id, list_id, rows, sends_again: [] },
  file_name: "spring – leads.csv",
  sha256: "a".repeat(64),
  bytes: 37_900_000,
  counts: { sent: rows, toFix: 53_307, duplicate: 20_298, blank: 0, leftOut: 0 },
  rules: { country: null, addsPlus: true, keeps: "first", encoding: "utf-8", editedRows: 12 },
});

/** Sends those of the numbers that are new. */
export async function sendList(ask: Ask, campaign_id: string, numbers: string[], accepted: number | null = null) {
  const { list_id, blocked, sent } = await compareList(ask, campaign_id, numbers);
  const known = sent.reduce((sum, { positions }) => sum + positions.length, blocked.length);
  const { data } = await ask(beginImport, importEntry(campaign_id, list_id, numbers.length - known));
  const ending = { outcome: "ok", status: 200, accepted } as const;
  return (await ask(finishImport, { import_id: data.id, ...ending })).data;
}
