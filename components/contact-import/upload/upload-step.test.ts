import { expect, test } from "vitest";
import { beginImport } from "@/lib/contract/console/imports";
import { checkedText, number } from "@/lib/testing/contacts/checked-file";
import { importEntry, leftOutMessage } from "./upload-step";

test("importEntry is a valid journal entry without numbers or names of contacts", async () => {
  const { engine, report, plan } = await checkedText(`phone_number,name\n${number(1)},Ann Secret\nx,Bo Hidden\n`, {
    rules: { countries: ["GB", "US"] },
    edits: new Map([[3, { name: "Typed Over" }]]),
  });
  const written = await engine.write({ kind: "sent", checkId: report.checkId }, () => undefined);
  const entry = importEntry({ campaign_id: "c1", fileName: "autumn\0.csv", written, report, plan });
  expect(beginImport.input.parse(entry)).toEqual(entry);
  expect(entry).toMatchObject({
    file_name: "autumn.csv",
    rows: 1,
    counts: { sent: 1, toFix: 1, duplicate: 0, blank: 0, leftOut: 0, tidied: 0, excluded: 0 },
    rules: { countries: "GB, US", edited_rows: 1, phone_column: 1, name_columns: "2" },
  });
  expect(JSON.stringify(entry)).not.toMatch(/7911|Secret|Hidden|Typed/);
});

test("leftOutMessage names the values that leave rows out, and the journal counts them", async () => {
  const rows = ["phone_number,name,Do not call", `${number(1)},Ann,no`, `${number(2)},Bo,yes`, "x,Cy,no"];
  const { engine, report, plan } = await checkedText(rows.join("\n"), {
    rules: { only: [{ column: 2, values: ["no"] }] },
  });
  expect(leftOutMessage(2, report)).toBe("2 of 3 rows. Do not call: yes (1), and for other reasons");
  expect(leftOutMessage(1, report)).toBe("1 of 3 rows. Do not call: yes (1)");
  const written = await engine.write({ kind: "sent", checkId: report.checkId }, () => undefined);
  const entry = importEntry({ campaign_id: "c1", fileName: "a.csv", written, report, plan });
  expect(beginImport.input.parse(entry)).toMatchObject({ counts: { excluded: 1 }, rules: { only_columns: "3" } });
});
