import { numberFaults } from "@/lib/contract/console/numbers";
import { refused } from "@/lib/contract/problem";
import { readNumber } from "./read-number";

/** A typed number in E.164 form. Throws a Problem if the text is not one number with its country. */
export function numberIn(text: string, country?: string): string {
  const reading = readNumber(text, { country });
  if (reading.fault) throw refused("bad_input", numberFaults[reading.fault]);
  return reading.number;
}
