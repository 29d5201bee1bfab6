import { numberFaults } from "@/lib/contract/console/numbers";
import { refused } from "@/lib/contract/problem";
import { knownWith } from "./number-at";
import { digitsWithoutCode, type NumberReading, readNumber } from "./read-number";

/**
 * Reads a number that a person typed. Digits without a plus that are a mobile of another country too need a country:
 * (51) 98765-4321 is one in Brazil, and +51 98765 4321 one in Peru.
 */
export function readTyped(text: string, country?: string): NumberReading {
  const reading = readNumber(text, { country });
  return !country && !reading.fault && isMobileElsewhere(text, reading.number) ? { fault: "no_country" } : reading;
}

/** A typed number in E.164 form. Throws a Problem if the text is not one number with its country. */
export function numberIn(text: string, country?: string): string {
  const reading = readTyped(text, country);
  if (reading.fault) throw refused("bad_input", numberFaults[reading.fault]);
  return reading.number;
}

function isMobileElsewhere(text: string, number: string): boolean {
  const digits = digitsWithoutCode(text);
  // All of North America's numbers with their 1 would be mobiles of China.
  if (digits === undefined || number.startsWith("+1")) return false;
  return knownWith(digits).some((other) => `+${other}` !== number && isMobile(`+${other}`));
}

function isMobile(number: string): boolean {
  const reading = readNumber(number);
  return !reading.fault && reading.kind === "mobile";
}
