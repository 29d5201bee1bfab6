import { isDigits, stringifyJson } from "@/lib/contract/json";

/** A value in words when nothing better is known: strings bare, everything else as its JSON. */
export function asSent(value: unknown): string {
  if (typeof value === "string") return value === "" ? "“”" : value;
  if (value === undefined) return "not sent";
  return isDigits(value) ? value.$digits : stringifyJson(value);
}
