import { memo, useCallback, useEffect, useMemo, useReducer, useState } from "react";
import { RowListing } from "@/components/contact-import/rows/row-listing";
import { RowsSection, type Scope } from "@/components/contact-import/rows/rows-section";
import type { ImportSession } from "@/components/contact-import/state/import-session";
import type { OpenList } from "@/components/contact-import/state/open-list";
import { StepHeading } from "@/components/contact-import/step-page";
import { useKeys } from "@/components/ui/browser/use-keys";
import type { ContactEngine, CountryChoice } from "@/lib/contacts/engine";
import { limits } from "@/lib/contacts/limits";
import type { Edit, Plan, Rules } from "@/lib/contacts/plan";
import { groupTitle, orderGroups } from "@/lib/contacts/row-status/report-messages";
import { type Group, groupEntries } from "@/lib/contacts/row-status/row-status";
import { countOf, formatCount } from "@/lib/format/format-count";
import { BulkFixes, type BulkFixesProps } from "./bulk-fixes";
import { SumLine } from "./checking-view";
import { CountrySection } from "./country-section";
import { ProblemList, useProblem } from "./problem-list";
import { ReviewBar } from "./review-bar";

type ReviewStepProps = {
  session: ImportSession;
  engine: ContactEngine;
  countries: readonly CountryChoice[];
  list: OpenList;
  checked: NonNullable<OpenList["checked"]>;
  onContinue: () => void;
};

export function ReviewStep({ session, engine, countries, list, checked, onContinue }: ReviewStepProps) {
  const { plan, reading, undoStack } = list;
  const { report } = checked;
  const { columns } = list.preview;
  const onRules = useCallback((rules: Partial<Rules>) => void session.decide({ kind: "ruled", rules }), [session]);
  const onUndo = undoStack.length > 0 ? () => void session.decide({ kind: "undone" }) : undefined;
  const groups = orderGroups(report.groups);
  const { problem, choose } = useProblem(groups);
  const [scope, setScope] = useState<Scope>("group");
  const [text, setText] = useState("");
  const group = scope === "all" ? "all" : (problem?.group ?? "all");
  const rows = useRowListing({ engine, group, text, checked, plan });
  const [isFull, setIsFull] = useState(false);
  const onEdit = (row: number, change: Edit) => setIsFull(!session.decide({ kind: "edited", row, change }));
  useUndoKey(onUndo);

  function onChoose(next: Group) {
    choose(next);
    setScope("group");
  }

  return (
    <div className="flex flex-1 flex-col">
      <StepHeading variant="hidden">Review and fix {list.file.name}</StepHeading>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-(--gutter) py-[9px]">
        <SumLine report={report} reading={reading} />
      </div>
      <div className="grid flex-1 grid-cols-[288px_minmax(0,1fr)] border-t border-rule max-mid:grid-cols-[236px_minmax(0,1fr)] max-[1001px]:block">
        <div className="min-w-0 border-r border-rule max-[1001px]:border-r-0 max-[1001px]:border-b">
          <ProblemList groups={groups} current={problem?.group} onChoose={onChoose} />
          <Countries report={report} plan={plan} onRules={onRules} />
        </div>
        <div className="min-w-0">
          {problem && (
            <ProblemPanel key={problem.group} {...{ problem, report, plan, engine, countries, columns, onRules }} />
          )}
          {isFull && (
            <p className="px-(--gutter) pb-[9px] text-fault-ink" role="alert">
              {editsAreFull}
            </p>
          )}
          <RowsSection {...{ rows, scope, onEdit }} onScope={setScope} onText={setText} />
        </div>
      </div>
      <ReviewBar
        {...{ engine, report, onUndo, onContinue }}
        isCounting={reading !== undefined}
        isOld={checked.plan !== plan}
      />
    </div>
  );
}

// Memoized because it is long, and every scrolled row renders the step again.
const Countries = memo(CountrySection);

const editsAreFull = `${formatCount(limits.editedRows)} rows were changed by hand, the maximum. Save the rows to fix, correct them in the file and choose it again.`;

/** Undoes the last decision. Inside a field, Ctrl+Z stays with the field. */
function useUndoKey(onUndo: (() => void) | undefined) {
  useKeys(
    {
      "Ctrl+Z": (event) => {
        if (event.target instanceof Element && event.target.closest("input:not([type=checkbox]), select")) return;
        event.preventDefault();
        onUndo?.();
      },
    },
    onUndo !== undefined,
  );
}

type ListingInput = Pick<ReviewStepProps, "engine" | "checked"> & { plan: Plan; group: Group | "all"; text: string };

function useRowListing({ engine, group, text, checked, plan }: ListingInput): RowListing {
  const [, redraw] = useReducer((version: number) => version + 1, 0);
  const rows = useMemo(() => new RowListing(engine, redraw), [engine]);
  const { rules } = checked.plan;

  // biome-ignore lint/correctness/useExhaustiveDependencies: checked rules move rows between groups; edited rows stay listed
  useEffect(() => void rows.list({ group, text }), [rows, group, text, rules]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new check or plan changes the statuses of rows
  useEffect(() => rows.refresh(), [rows, checked, plan]);

  return rows;
}

function ProblemPanel(props: BulkFixesProps) {
  const { group, count, reasons = [] } = props.problem;
  const { explanation } = groupEntries[group];
  return (
    <section className="px-(--gutter) py-2.5" aria-labelledby="review-problem">
      <h3 id="review-problem" tabIndex={-1} className="text-md font-semibold">
        {groupTitle(props.problem)}: {countOf(count, "row")}
      </h3>
      <p className="max-w-[52em] text-ink-2">{explanation}</p>
      {reasons.length > 1 && (
        <ul className="mt-1 flex flex-wrap gap-x-5">
          {reasons.map(({ reason, count: rows }) => (
            <li key={reason}>
              {reason} <span className="text-ink-2">{formatCount(rows)}</span>
            </li>
          ))}
        </ul>
      )}
      <BulkFixes {...props} />
    </section>
  );
}
