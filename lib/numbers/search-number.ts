import { digitRuns } from "./find-numbers";
import { coreOf, knownNumber, knownWith } from "./number-at";

/** Text around a number that is copied with it. */
const around = /^[\s<("'“‘]*(?:(?:tel|phone|mobile|cell|callto|sip|whatsapp)[.:]?\s*)?[\s<("'+]*$/i;
const behind = /^[\s>)"'”’.,;]*$/;
const internationalPrefix = /^(?:00|011)(?=[1-9])/;

/**
 * The numbers that a whole typed text can be, as digits. Without a country code it can be a number of several countries. Empty if
 * the text is no number, or has more than one.
 */
export function wholeNumbers(text: string): readonly string[] {
  const [run, ...others] = digitRuns(text);
  const last = run?.groups.at(-1);
  if (!run || !last || others.length > 0) return [];
  if (!around.test(visible(text.slice(0, run.start))) || !behind.test(visible(text.slice(last.end)))) return [];
  const typed = run.groups.map(({ digits }) => digits).join("");
  if (typed.length < 7 || typed.length > 18) return [];
  const isSigned = run.lead.includes("+") || internationalPrefix.test(typed);
  const digits = run.lead.includes("+") ? typed : typed.replace(internationalPrefix, "");
  const known = knownNumber(digits);
  const core = coreOf(known ?? digits);
  const national = [core, `0${core}`];
  return [...new Set([typed, digits, ...(known ? [known] : []), ...national, ...(isSigned ? [] : knownWith(core))])];
}

const visible = (text: string) => text.replace(/\p{Cf}/gu, "");

/** The four digits that a masked number shows, if the text is no more than them. */
export const lastFourIn = (text: string) => /^[\s•.…*x-]*(\d{4})\s*$/i.exec(text)?.[1];
