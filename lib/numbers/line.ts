import { lineRules } from "./line-rules";

/**
 * The spelling by which a number's line is known, for digits of an E.164 number without its plus. It is for comparing:
 * a call goes to the number as it was given.
 */
export function lineOf(digits: string): string {
  for (const { former, today } of byFormer.get(digits.slice(0, 3)) ?? none)
    if (former.numbers.test(digits)) return lineOf(digits.replace(former.numbers, today.replacement));
  return digits;
}

/** Every spelling of a number's line, the one by which it is known first. */
export function spellingsOf(digits: string): readonly string[] {
  const spellings = [lineOf(digits)];
  for (const spelling of spellings)
    for (const { former, today } of byToday.get(spelling.slice(0, 3)) ?? none) {
      const changed = spelling.replace(today.numbers, former.replacement);
      if (!spellings.includes(changed)) spellings.push(changed);
    }
  return spellings;
}

/** The first three digits of all numbers that can have another spelling for their line. */
export const formerBeginnings = (): readonly string[] => [...byFormer.keys()];

type Change = Readonly<Record<"former" | "today", ReturnType<typeof writtenWith>>>;

const none: readonly Change[] = [];
const changes = lineRules.flatMap(({ patterns }) => patterns.map(changeOf));
const byFormer = byFirstDigits("former");
const byToday = byFirstDigits("today");

function changeOf(pattern: string): Change {
  const [before = "", former = "", today = "", after = ""] = pattern.replaceAll(" ", "").split(/\((\d*)→(\d*)\)/);
  return { former: writtenWith(former, before, after), today: writtenWith(today, before, after) };
}

function writtenWith(digits: string, before: string, after: string) {
  const [start, end] = [before, after].map((part) => part.replaceAll("(", "(?:").replaceAll("x", "\\d"));
  return {
    firstDigits: /^\d{1,3}/.exec(before + digits + after)?.[0] ?? "",
    numbers: new RegExp(`^(?<before>${start})${digits}(?<after>${end})$`),
    replacement: `$<before>${digits}$<after>`,
  };
}

/** Most numbers have no rule, so three digits must be enough to see that. */
function byFirstDigits(spelling: keyof Change): ReadonlyMap<string, readonly Change[]> {
  const found = new Map<string, Change[]>();
  for (let index = 0; index < 1000; index++) {
    const firstDigits = String(index).padStart(3, "0");
    const fitting = changes.filter((change) => firstDigits.startsWith(change[spelling].firstDigits));
    if (fitting.length > 0) found.set(firstDigits, fitting);
  }
  return found;
}
