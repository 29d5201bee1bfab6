import { numberFaults } from "@/lib/contract/console/numbers";
import { refused } from "@/lib/contract/problem";
import { readNumber } from "./read-number";

const e164 = /^\+[1-9]\d{6,14}$/;

/** A typed number in E.164 form. Throws a Problem if the text is not one number with its country. */
export function numberIn(text: string, country?: string): string {
  if (e164.test(text)) return text;
  const reading = readNumber(text, { country });
  if (reading.fault) throw refused("bad_input", numberFaults[reading.fault]);
  return reading.number;
}
