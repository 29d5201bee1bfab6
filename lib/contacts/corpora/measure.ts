import { createContactEngine } from "@/lib/contacts/create-engine";
import type { Opened, RowView } from "@/lib/contacts/engine";
import { type Plan, plainRules, type Rules } from "@/lib/contacts/plan";
import { isDoubtful } from "@/lib/contacts/validate/row-status";
import type { GeneratedList } from "./lists";

const nothing = () => undefined;

/** What the engine would do with a list that nobody looks at any closer: each row, and whether the file is asked about. */
export async function readList({ content, rules }: GeneratedList, more: Partial<Rules> = {}) {
  const engine = createContactEngine();
  const opened = await engine.open(new File([content], "list.csv"), nothing);
  if (opened.kind === "refused") return { opened, rows: [], plan: undefined };
  const { format, preview } = opened;
  const plan: Plan = {
    format,
    mapping: preview.mapping,
    rules: { ...plainRules, ...rules, ...more },
    edits: new Map(),
  };
  const report = await engine.check(plan, nothing);
  if ("refusal" in report) return { opened, rows: [], plan };
  const length = await engine.list({ group: "all", text: "" });
  return { opened, rows: await engine.page(0, length), plan };
}

type Read = { opened: Opened; rows: readonly RowView[]; plan: Plan | undefined };

/** Rows that are sent without a word and are not what the list's writer meant, nor the number that a person chose for a name. */
export const findSilentErrors = ({ truth }: GeneratedList, { rows, plan }: Pick<Read, "rows" | "plan">) =>
  rows.filter(({ sent, rowStatus }) => {
    if (!sent || isDoubtful(rowStatus)) return false;
    const isChosen = plan?.rules.emptyName === "number" && sent.name === sent.phone;
    return !isChosen && truth.get(sent.phone) !== plainly(sent.name);
  });

const plainly = (name: string) => name.normalize("NFC");

/** Rows that are sent, or held, with a word about them though nothing is the matter. */
export const findFalseAlarms = ({ rows }: Pick<Read, "rows">) =>
  rows.filter(({ rowStatus }) => rowStatus !== "ok" && rowStatus !== "tidied");
