import { expect, test } from "vitest";
import { listInputs } from "@/lib/contract/inputs/lists";
import { checkedText, number } from "@/lib/testing/contacts/checked-file";
import { importEntry } from "./import-entry";

const compared = { comparison: { list_id: "l1" }, sendsAgain: ["sent_elsewhere" as const] };

test("makes a valid journal entry without numbers or names of contacts", async () => {
  const { engine, report, plan } = await checkedText(`phone_number,name\n${number(1)},Ann Secret\nx,Bo Hidden\n`, {
    rules: { countries: ["GB", "US"] },
    edits: new Map([[3, { name: "Typed Over" }]]),
  });
  const written = await engine.write({ kind: "sent", checkId: report.checkId }, () => undefined);
  const entry = importEntry({ campaign_id: "c1", fileName: "autumn\0.csv", written, report, plan, ...compared });
  expect(listInputs["imports.begin"].parse(entry)).toEqual(entry);
  expect(entry).toMatchObject({
    list_id: "l1",
    sends_again: ["sent_elsewhere"],
    file_name: "autumn.csv",
    rows: 1,
    counts: { sent: 1, toFix: 1, duplicate: 0, blank: 0, leftOut: 0, tidied: 0, excluded: 0 },
    rules: { countries: "GB, US", edited_rows: 1, phone_column: 1, name_columns: "2" },
  });
  expect(JSON.stringify(entry)).not.toMatch(/7911|Secret|Hidden|Typed/);
});

test("counts the rows that a column or the comparison left out", async () => {
  const rows = ["phone_number,name,Do not call", `${number(1)},Ann,no`, `${number(2)},Bo,yes`, `${number(3)},Cy,no`];
  const { engine, report, plan } = await checkedText(rows.join("\n"), {
    rules: { only: [{ column: 2, values: ["no"] }] },
  });
  const { checkId } = report;
  const counted = await engine.leaveOut(checkId, { sent_here: Uint32Array.from([4]) });
  const written = await engine.write({ kind: "sent", checkId }, () => undefined);
  const entry = importEntry({ campaign_id: "c1", fileName: "a.csv", written, report: counted, plan, ...compared });
  expect(listInputs["imports.begin"].parse(entry)).toMatchObject({
    rows: 1,
    counts: { excluded: 1, sent_here: 1, leftOut: 2 },
    rules: { only_columns: "3" },
  });
});
