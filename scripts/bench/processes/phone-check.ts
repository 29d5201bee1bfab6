import { readFileSync } from "node:fs";
import { createNumberingPlan } from "@/lib/client/contacts/numbering-plan";
import { createPhoneReader } from "@/lib/client/contacts/phone-rules";
import { plainRules } from "@/lib/client/contacts/plan";
import { answering } from "./answering";

const answers = { compare };
export type PhoneCheckAnswers = typeof answers;

answering(answers);

/** Processor time of both checks over a list's numbers, for a million of them, round by round. */
async function compare({ path, rounds }: { path: string; rounds: number }) {
  const cells = readFileSync(path, "utf8")
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.slice(0, line.indexOf(",")));
  const e164 = /^\+[1-9]\d{6,14}$/;
  const read = createPhoneReader(createNumberingPlan(), plainRules);
  const plain = () => cells.reduce((sum, cell) => sum + Number(e164.test(cell)), 0);
  const ours = () => cells.reduce((sum, cell) => sum + Number(!("verdict" in read(cell))), 0);
  const perMillion = (count: () => number) => {
    const since = process.cpuUsage();
    if (count() === 0) throw new Error("No number was one.");
    const { user, system } = process.cpuUsage(since);
    return ((user + system) / 1000) * (1_000_000 / cells.length);
  };
  plain();
  ours();
  return Array.from({ length: rounds }, () => ({ plainMs: perMillion(plain), oursMs: perMillion(ours) }));
}
