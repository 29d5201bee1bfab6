import { digitAutomaton, type Place } from "./digit-automaton";
import { digitPatterns } from "./digit-pattern";
import { callingCodes, countriesOf, countryNames, type NumberType, noCountry, numberingOf } from "./numbering-metadata";

/** In a fixed order; a code's country is its place here. */
export const countryCodes: readonly string[] = [noCountry, ...countryNames];

export const unknownNumber = -1;

/** Every number range there is, each calling code's compiled when it is first asked for. */
export function compiledRanges() {
  const plans: (Judge | undefined)[] = [];
  const planAt = new Int16Array(1000).fill(-1);
  for (const [at, code] of callingCodes.entries())
    planAt.fill(at, Number(code.padEnd(3, "0")), Number(code.padEnd(3, "9")) + 1);

  function lookUp(text: string, from = 0): number {
    const length = text.length - from;
    if (length < shortest || length > longest) return unknownNumber;
    const at = planAt[number3(text, from)] ?? -1;
    if (at < 0) return unknownNumber;
    const plan = plans[at] ?? judgeOf(callingCodes[at] ?? "");
    plans[at] = plan;
    return plan(text, from);
  }

  function callingCodeOf(digits: string): string {
    const code = callingCodes[planAt[number3(digits.padEnd(3, "0"), 0)] ?? -1] ?? "";
    return digits.startsWith(code) ? code : "";
  }

  return { lookUp, callingCodeOf };
}

const shortest = 3;
/** As the library has it: 3 digits of calling code, 17 of national number. */
const longest = 20;

/** The value of the three digits there; -1 where they are none. */
function number3(text: string, from: number): number {
  const a = text.charCodeAt(from) - 48;
  const b = text.charCodeAt(from + 1) - 48;
  const c = text.charCodeAt(from + 2) - 48;
  return a >= 0 && a < 10 && b >= 0 && b < 10 && c >= 0 && c < 10 ? a * 100 + b * 10 + c : -1;
}

type Judge = (text: string, from: number) => number;

/** What a number can match of a country's patterns. */
type Tag = { country: string; is: NumberType["kind"] | "whole" | "leading"; lengths: readonly number[] };

type Candidate = { country: string; hasLeading: boolean };

function judgeOf(callingCode: string): Judge {
  const { candidates, places } = patternsOf(callingCode);
  const { walk, tagsOf } = digitAutomaton(places);
  const codes: Int16Array[] = [];

  return (text, from) => {
    const state = walk(text, from + callingCode.length);
    if (state === 0) return unknownNumber;
    const byLength = codes[state] ?? new Int16Array(longest + 1).fill(notYet);
    codes[state] = byLength;
    const length = text.length - from;
    const known = byLength[length] ?? notYet;
    if (known !== notYet) return known;
    const code = codeAmong(candidates, tagsOf(state), length - callingCode.length);
    byLength[length] = code;
    return code;
  };
}

const notYet = -2;

function patternsOf(callingCode: string) {
  const { read, end, endOrMore } = digitPatterns<Tag>();
  const candidates: Candidate[] = [];
  const places: Place<Tag>[] = [];
  for (const country of countriesOf(callingCode)) {
    const numbering = numberingOf(country, callingCode);
    if (!numbering) continue;
    const { pattern, leading, lengths, types } = numbering;
    candidates.push({ country, hasLeading: leading !== "" });
    places.push(read(pattern, end({ country, is: "whole", lengths })));
    if (leading) places.push(read(leading, endOrMore({ country, is: "leading", lengths })));
    for (const type of types)
      places.push(read(type.pattern, end({ country, is: type.kind, lengths: type.lengths ?? lengths })));
  }
  return { candidates, places };
}

/** As the library decides it: the first country that takes a number has it, by its leading digits or else by its ranges. */
function codeAmong(candidates: readonly Candidate[], tags: readonly Tag[], length: number): number {
  const codeIn = (country: string) => {
    const own = tags.filter((tag) => tag.country === country && tag.lengths.includes(length));
    const kinds = new Set(own.map(({ is }) => is));
    if (!kinds.has("whole") || !typeKinds.some((kind) => kinds.has(kind))) return unknownNumber;
    return countryCodes.indexOf(country) * 2 + Number(kinds.has("special") && !kinds.has("usual"));
  };
  for (const { country, hasLeading } of candidates) {
    if (hasLeading && tags.some((tag) => tag.country === country && tag.is === "leading")) return codeIn(country);
    const code = hasLeading ? unknownNumber : codeIn(country);
    if (code !== unknownNumber) return code;
  }
  return unknownNumber;
}

const typeKinds = ["usual", "special", "other"] as const;
