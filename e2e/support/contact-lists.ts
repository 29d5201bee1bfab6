import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import type { Page } from "@playwright/test";
import type { List } from "./import-wizard";

const numbers = 8_000_000;

/** Numbers that a worker sent before it failed are known, and its successor must not meet them. */
const offset = Number(process.env.TEST_WORKER_INDEX ?? 0) * 137_003;

/** Different phone numbers in assigned ranges of Manhattan. */
export const number = (nth: number) => `+1212${lastDigits(nth)}`;

/** Different mobile numbers, as a German list writes them. */
export const germanNumber = (nth: number) => `0171 ${lastDigits(nth)}`;

const lastDigits = (nth: number) => 2_000_000 + ((nth + offset) % numbers);

let taken = 2_500_001;

/** Position of the first of some numbers that no other test has. */
export function takeNumbers(count: number): number {
  taken += count;
  return taken - count;
}

export const plainList = (
  name: string,
  rows: number,
  { firstNumber = takeNumbers(rows), padding = "" } = {},
): List => ({
  name,
  text: [
    "phone_number,name",
    ...Array.from({ length: rows }, (_, at) => `${number(firstNumber + at)},Contact ${at} ${padding}`.trim()),
    "",
  ].join("\r\n"),
});

/** A list with one row of each kind of problem, and headers that must be matched. */
export function messyList(name: string, firstNumber: number): List {
  const digits = (nth: number) => number(firstNumber + nth).slice(1);
  const rows = [
    "customer;mobile;first;last",
    `1;+${digits(1)};Ann;Lee`,
    `2;${digits(2).slice(1)};Bo;Diaz`,
    `3;${digits(3)};Cy;Roe`,
    `4;${digits(4)};Di;Fox`,
    `5;+${digits(5)}x;Ed;Gil`,
    "6;call line 2;Flo;Hart",
    `7;+${digits(7)};;`,
    `8;+${digits(1)};Ann;Again`,
    ";;;",
    `10;+1 (212) ${digits(10).slice(4)};Gus;Ito`,
  ];
  return { name, text: `${rows.join("\r\n")}\r\n` };
}

/** Matches columns, the name from two of them, and opens the review. */
export async function matchMessyList(page: Page) {
  await page.getByRole("combobox", { name: /^Column for phone number/ }).selectOption("mobile");
  await page.getByRole("combobox", { name: /^Column for name/ }).selectOption("first");
  await page.getByRole("combobox", { name: /second column for name/ }).selectOption("last");
  await page.getByRole("button", { name: "Check the list" }).click();
}

export type GeneratedList = {
  rows: number;
  bytes: number;
  counts: { sent: number; toFix: number; duplicate: number; blank: number };
  /** The rows that must be uploaded, in the API's form. */
  sha256: string;
};

/** Writes a list of any length to disk. Five rows of each hundred have a problem. */
export async function writeLongList(path: string, rows: number): Promise<GeneratedList> {
  const out = createWriteStream(path);
  const hash = createHash("sha256");
  const counts = { sent: 0, toFix: 0, duplicate: 0, blank: 0 };
  let bytes = 0;
  for (let at = 0; at < rows; ) {
    let [text, clean] = at === 0 ? ["phone_number,name,city\r\n", "phone_number,name\r\n"] : ["", ""];
    for (const end = Math.min(rows, at + 5_000); at < end; at += 1) {
      const row = longListRow(at);
      text += `${row.text}\r\n`;
      counts[row.bucket] += 1;
      if (row.bucket === "sent") clean += `${row.clean}\r\n`;
    }
    hash.update(clean);
    bytes += Buffer.byteLength(text);
    if (!out.write(text)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
  return { rows, bytes, counts, sha256: hash.digest("hex") };
}

type LongListRow = { text: string; bucket: "toFix" | "duplicate" | "blank" } | SentRow;
type SentRow = { text: string; bucket: "sent"; clean: string };

function longListRow(at: number): LongListRow {
  const phone = number(at);
  const name = `Contact ${at} of Fernhill`;
  switch (at % 100) {
    case 13:
      return { bucket: "toFix", text: `call later,${name},Leeds` };
    case 33:
      return { bucket: "toFix", text: `${phone},,Leeds` };
    case 53:
      return { bucket: "toFix", text: `1.21223E+10,${name},Leeds` };
    case 73:
      return { bucket: "duplicate", text: `${number(at - 1)},${name},Leeds` };
    case 93:
      return { bucket: "blank", text: ",," };
    case 44:
      return {
        bucket: "sent",
        text: `${phone.slice(0, 2)} ${phone.slice(2)},${name},Leeds`,
        clean: `${phone},${name}`,
      };
    case 55:
      return { bucket: "sent", text: `${phone},"Noé, ${name}",Leeds`, clean: `${phone},"Noé, ${name}"` };
    default:
      return { bucket: "sent", text: `${phone},${name},Leeds`, clean: `${phone},${name}` };
  }
}
