import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isValidPhoneNumber } from "libphonenumber-js/max";
import { expect, test } from "vitest";
import { checkedFile } from "@/lib/testing/contacts/checked-file";
import { samples } from "./samples";

const committed = (path: string) => readFileSync(join(import.meta.dirname, "..", path));
const listAt = (path: string) => new File([committed(path)], path);

test.each(Object.keys(samples))("%s is what `npm run samples` writes", (path) => {
  expect(Buffer.compare(committed(path), samples[path] ?? new Uint8Array())).toBe(0);
});

test("finds nothing in the clean list, and all of its numbers valid", async () => {
  const { opened, report } = await checkedFile(listAt("public/samples/clean.csv"));
  expect(opened).toMatchObject({ kind: "text", preview: { isCertain: true } });
  expect(report.counts).toMatchObject({ sent: 240, toFix: 0, duplicate: 0, blank: 0, leftOut: 0 });
  expect(groupsOf(report)).toEqual({ ok: 240 });
  const numbers =
    committed("public/samples/clean.csv")
      .toString()
      .match(/^\+\d+/gm) ?? [];
  expect(numbers.filter((number) => isValidPhoneNumber(number))).toHaveLength(240);
});

test("finds each problem of the messy list", async () => {
  const { opened, report } = await checkedFile(listAt("public/samples/messy.csv"));
  expect(opened).toMatchObject({ format: { encoding: "windows-1252", delimiter: ";" } });
  expect(groupsOf(report)).toEqual({
    international: 180,
    tidied: 147,
    duplicate: 25,
    number_missing: 26,
    letters: 6,
    name_missing: 9,
    excel: 4,
    placeholder: 3,
  });
});

const fiction =
  /^((\+44|0)(2079460\d{3}|1(13|17|31|61)4960\d{3})|(\+49|0)(3023125|6990009|4066969|2214710|8999998)\d{3}|(\+1)?\d{3}55501\d{2})$/;

test.each(Object.keys(samples))("%s has only numbers that are reserved for fiction", (path) => {
  const cells = committed(path)
    .toString("latin1")
    .replaceAll("4,42079E+11", "")
    .split(/[\r\n,;/]/);
  const numbers = cells.map((cell) => cell.replace(/[ ()-]/g, "")).filter((cell) => /^[+\d]+$/.test(cell));
  expect(numbers.length).toBeGreaterThanOrEqual(240);
  expect(numbers.filter((number) => !fiction.test(number))).toEqual([]);
});

const groupsOf = ({ groups }: Awaited<ReturnType<typeof checkedFile>>["report"]) =>
  Object.fromEntries(groups.map(({ group, count }) => [group, count]));
