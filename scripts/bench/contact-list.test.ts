import { openAsBlob, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkedFile } from "@/lib/testing/contacts/checked-file";
import { writeContactList } from "./contact-list";

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "switchboard-contact-list-"));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

test("writes exactly the bad and repeated rows that it reports", async () => {
  const written = writeContactList(join(directory, "list.csv"), { rows: 60_000, bad: 0.03, repeated: 0.02 });
  const { report } = await checkedFile(new File([await openAsBlob(written.path)], "list.csv"));
  const { toFix, duplicate, sent } = report.counts;
  expect({ rows: report.rows, toFix, duplicate }).toEqual({
    rows: written.rows,
    toFix: written.bad,
    duplicate: written.repeated,
  });
  // A few numbers end in zeros by chance and are flagged as rounded.
  const { ok, rounded = 0 } = report.rowStatuses;
  expect(ok + rounded).toBe(sent);
  expect(rounded / written.rows).toBeLessThan(0.001);
  expect(report.countries.length).toBeGreaterThan(8);
  expect(written.bad / written.rows).toBeCloseTo(0.03, 2);
  expect(written.repeated / written.rows).toBeCloseTo(0.02, 2);
  expect(written.bytes / written.rows).toBeGreaterThan(34);
});

test("writes the same list each time, in a spreadsheet's CSV format", () => {
  const shape = { rows: 20_000, bad: 0.03, repeated: 0.02 };
  const [one, other] = ["one.csv", "other.csv"].map((name) => writeContactList(join(directory, name), shape).path);
  const text = readFileSync(one ?? "", "utf8");
  expect(readFileSync(other ?? "", "utf8")).toBe(text);
  expect(text.startsWith("\ufeffphone_number,name\r\n")).toBe(true);
  const lines = text.trimEnd().split("\r\n").slice(1);
  const share = (matches: (line: string) => boolean) => lines.filter(matches).length / lines.length;
  expect(share((line) => line.includes('"'))).toBeCloseTo(0.055, 2);
  expect(share((line) => /[^\x20-\x7e]/.test(line))).toBeCloseTo(0.01, 2);
});
