import { csvOf, phoneCell } from "@/lib/contacts/csv";
import { type PhoneNumber, phoneNumber } from "@/lib/contract/api/phone-numbers";
import { stringifyJson } from "@/lib/format/json";

const byteOrderMark = "\uFEFF";
const listed = Object.keys(phoneNumber.fields);

/** Every field under its own key and as sent, the contract's first and then whatever else came. */
export function numbersCsv(numbers: readonly PhoneNumber[]): string {
  const came = new Set(numbers.flatMap((number) => Object.keys(number)));
  const keys = [...listed, ...[...came].filter((key) => !listed.includes(key))];
  const rows = numbers.map((number) => keys.map((key) => cellOf(key, number[key])));
  return byteOrderMark + csvOf(keys, rows);
}

function cellOf(key: string, value: unknown) {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== "string") return stringifyJson(value);
  return key === "phone_number" ? phoneCell(value) : value;
}
