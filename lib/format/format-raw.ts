import { isDigits, stringifyJson } from "./json";
import { visibleControls } from "./visible-controls";

/** A value in words when nothing better is known: strings bare, everything else as its JSON. */
export function formatRaw(value: unknown): string {
  if (typeof value === "string") return value === "" ? "“”" : visibleControls(value);
  if (value === undefined) return "not sent";
  if (value === null) return "empty (null)";
  return isDigits(value) ? value.$digits : stringifyJson(value);
}
