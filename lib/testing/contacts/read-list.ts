import { createContactEngine } from "@/lib/contacts/create-engine";
import type { Opened, RowView } from "@/lib/contacts/engine";
import { type Plan, plainRules, type Rules } from "@/lib/contacts/plan";
import { isDoubtful } from "@/lib/contacts/row-status/row-status";
import type { GeneratedList } from "./generated-lists";

const noop = () => undefined;

/** Opens and checks a list as the engine would without a person's help. */
export async function readList({ content, rules }: GeneratedList, more: Partial<Rules> = {}) {
  const engine = createContactEngine();
  const opened = await engine.open(new File([content], "list.csv"), noop);
  if (opened.kind === "refused") return { opened, rows: [], plan: undefined };
  const { format, preview } = opened;
  const plan: Plan = {
    format,
    mapping: preview.mapping,
    rules: { ...plainRules, ...rules, ...more },
    edits: new Map(),
  };
  const report = await engine.check(plan, noop);
  if ("refusal" in report) return { opened, rows: [], plan };
  const length = await engine.list({ group: "all", text: "" });
  return { opened, rows: await engine.page(0, length), plan };
}

type ReadResult = { opened: Opened; rows: readonly RowView[]; plan: Plan | undefined };

/**
 * Rows that are sent without a warning and differ from the intended contact. A number that replaces a missing name by
 * rule is fine.
 */
export const findSilentErrors = ({ truth }: GeneratedList, { rows, plan }: Pick<ReadResult, "rows" | "plan">) =>
  rows.filter(({ sent, rowStatus }) => {
    if (!sent || isDoubtful(rowStatus)) return false;
    const isChosen = plan?.rules.emptyName === "number" && sent.name === sent.phone;
    return !isChosen && truth.get(sent.phone) !== normalized(sent.name);
  });

const normalized = (name: string) => name.normalize("NFC");

/** Rows of a clean list that are held or sent with a warning. */
export const findFalseAlarms = ({ rows }: Pick<ReadResult, "rows">) =>
  rows.filter(({ rowStatus }) => rowStatus !== "ok" && rowStatus !== "tidied");
