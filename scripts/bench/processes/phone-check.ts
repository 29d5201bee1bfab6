import { readFileSync } from "node:fs";
import { plainRules } from "@/lib/contacts/plan";
import { createNumberingPlan } from "@/lib/numbers/numbering-plan";
import { PhoneReader } from "@/lib/numbers/phone-reader";
import { answerRequests } from "./answering";

const answers = { compare };
export type PhoneCheckAnswers = typeof answers;

answerRequests(answers);

/** CPU time per million numbers of both checks, per round: for a list's valid numbers, and for all of them. */
async function compare({ path, rounds }: { path: string; rounds: number }) {
  const cells = readFileSync(path, "utf8")
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.slice(0, line.indexOf(",")));
  const reader = new PhoneReader(createNumberingPlan(), plainRules);
  const isPlain = (cell: string) => e164.test(cell);
  const isOurs = (cell: string) => reader.read(cell).rowStatus === "ok";
  const both = (all: readonly string[]) => ({ plainMs: perMillion(all, isPlain), oursMs: perMillion(all, isOurs) });
  const inRounds = (all: readonly string[]) => {
    both(all);
    return Array.from({ length: rounds }, () => both(all));
  };
  return { valid: inRounds(cells.filter(isPlain)), all: inRounds(cells) };
}

const e164 = /^\+[1-9]\d{6,14}$/;

function perMillion(cells: readonly string[], isValid: (cell: string) => boolean) {
  const since = process.cpuUsage();
  let valid = 0;
  for (const cell of cells) if (isValid(cell)) valid += 1;
  const { user, system } = process.cpuUsage(since);
  if (valid === 0) throw new Error("No number was one.");
  return ((user + system) / 1000) * (1_000_000 / cells.length);
}
