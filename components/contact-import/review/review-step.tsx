"use client";

import {
  memo,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from "react";
import { RowPages } from "@/components/contact-import/rows/row-pages";
import { RowsSection, type Scope } from "@/components/contact-import/rows/rows-section";
import type { Reading } from "@/components/contact-import/state/pace";
import { StepHeading } from "@/components/contact-import/step-page";
import { useKeys } from "@/components/ui/browser/use-keys";
import { useAnnounce } from "@/components/ui/page/live-region";
import type { ContactEngine, CountryChoice, GroupReport, Report } from "@/lib/contacts/engine";
import { groupMessage } from "@/lib/contacts/messages/group-messages";
import { type Edit, limits, type Plan, type Rules } from "@/lib/contacts/plan";
import type { Group } from "@/lib/contacts/validate/row-status";
import { formatCount } from "@/lib/format/format-count";
import { SumLine } from "./checking-view";
import { CountrySection } from "./country-section";
import { createShownRows, FileMap, MapKey } from "./file-map";
import { ProblemList, useReview } from "./problem-list";
import { ReviewBar } from "./review-bar";
import { createAppliedExamples, Rewrites, type RewritesProps } from "./rewrites";

export type ReviewStepProps = {
  engine: ContactEngine;
  /** Result of the last complete check. */
  report: Report;
  /** A running recheck. The previous report stays on screen, marked as being updated. */
  reading: Reading | undefined;
  /** The report predates the last decision. */
  isOld: boolean;
  plan: Plan;
  countries: readonly CountryChoice[];
  /** Changes rules that apply to many rows. */
  onRules: (changes: Partial<Rules>) => void;
  /** Returns false if the limit of edited rows is reached. */
  onEdit: (row: number, change: Edit) => boolean;
  onUndo: (() => void) | undefined;
  undoLabel: string | undefined;
  onContinue: () => void;
  fileName: string;
};

export function ReviewStep(props: ReviewStepProps) {
  const { engine, report, reading, plan, countries, onRules, onUndo, undoLabel, onContinue } = props;
  const { groups, problem, edition, choose } = useReview(report, plan);
  const [scope, setScope] = useState<Scope>("group");
  const [text, setText] = useState("");
  const [shown] = useState(() => createShownRows(report.firstRow));
  const [examples] = useState(createAppliedExamples);
  const group = scope === "all" ? "all" : (problem?.group ?? "all");
  const pages = useRows({ engine, group, text, edition, report, plan });
  const toIndex = useRef<((index: number) => void) | undefined>(undefined);
  const onJump = useJump(engine, toIndex);
  const { onEdit, isFull } = useEdits(props.onEdit);
  useUndoKey(onUndo);
  // The table forces a synchronous layout when it measures itself, so it renders after the rest.
  const isTableDue = useDeferredValue(true, false);

  const onChoose = useCallback(
    (next: Group) => {
      choose(next);
      setScope("group");
    },
    [choose],
  );
  return (
    <div className="flex flex-1 flex-col">
      <StepHeading variant="hidden">Review and fix {props.fileName}</StepHeading>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-(--gutter) pt-[9px]">
        <SumLine report={report} reading={reading} />
        {/* The progress takes the place of the legend, which avoids layout shift during a recheck. */}
        {!reading && <MapKey rows={report.rows} />}
      </div>
      <FileMap report={report} shownRows={shown} onJump={onJump} />
      <div className="grid flex-1 grid-cols-[288px_minmax(0,1fr)] border-t border-rule max-mid:grid-cols-[236px_minmax(0,1fr)] max-[1001px]:block">
        <div className="min-w-0 border-r border-rule max-[1001px]:border-r-0 max-[1001px]:border-b">
          <Problems groups={groups} current={problem?.group} onChoose={onChoose} />
          <Countries report={report} plan={plan} onRules={onRules} />
        </div>
        <div className="min-w-0">
          {problem && (
            <Panel
              key={problem.group}
              problem={problem}
              hasRows={pages.count !== undefined}
              {...{ report, plan, engine, countries, examples, onRules }}
            />
          )}
          {isFull && (
            <p className="px-(--gutter) pb-[9px] text-fault-ink" role="alert">
              {editsAreFull}
            </p>
          )}
          {isTableDue && (
            <RowsSection
              {...{ engine, report, pages, scope, toIndex, onEdit }}
              onShown={shown.show}
              listingKey={`${group} ${text} ${edition}`}
              onScope={setScope}
              onText={setText}
            />
          )}
        </div>
      </div>
      <Bar
        {...{ engine, report, onUndo, undoLabel, onContinue }}
        isCounting={reading !== undefined}
        isOld={props.isOld}
      />
    </div>
  );
}

// Memoized because every scrolled or loaded page of rows renders the step again.
const Problems = memo(ProblemList);
const Countries = memo(CountrySection);
const Panel = memo(ProblemPanel);
const Bar = memo(ReviewBar);

function useEdits(onRowEdit: ReviewStepProps["onEdit"]) {
  const announce = useAnnounce();
  const [isFull, setIsFull] = useState(false);

  function onEdit(row: number, change: Edit): boolean {
    const isTaken = onRowEdit(row, change);
    setIsFull(!isTaken);
    if (!isTaken) return false;
    if (change.isLeftOut !== undefined) {
      announce(`Row ${formatCount(row)} ${change.isLeftOut ? "is left out" : "is put back"}`);
    }
    return true;
  }

  return { onEdit, isFull };
}

const editsAreFull = `${formatCount(limits.editedRows)} rows were changed by hand, the maximum. Save the rows to fix, correct them in the file and choose it again.`;

/** Scrolls to a row of the file, or the next listed one. Only the latest request counts. */
function useJump(engine: ContactEngine, toIndex: RefObject<((index: number) => void) | undefined>) {
  const announce = useAnnounce();
  const latest = useRef(0);
  return (row: number) => {
    const request = ++latest.current;
    engine.placeOf(row).then(
      (index) => request === latest.current && toIndex.current?.(index),
      () => request === latest.current && announce("The row could not be found."),
    );
  };
}

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

type RowsInput = {
  engine: ContactEngine;
  group: Group | "all";
  text: string;
  /** Changes when the listing must be created again. */
  edition: number;
  /** A change of `report` or `plan` reloads the listed rows. */
  report: Report;
  plan: Plan;
};

function useRows({ engine, group, text, edition, report, plan }: RowsInput): RowPages {
  const [, redraw] = useReducer((version: number) => version + 1, 0);
  const pages = useMemo(() => new RowPages(engine, redraw), [engine]);

  useEffect(() => {
    if (edition >= 0) void pages.list({ group, text });
  }, [pages, group, text, edition]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new report or plan reloads the rows
  useEffect(() => pages.refresh(), [pages, report, plan]);

  return pages;
}

type ProblemPanelProps = RewritesProps & {
  /** The grid below has rows. Until then the panel shows examples itself. */
  hasRows: boolean;
};

/** Explains a problem group and offers bulk fixes for it. */
function ProblemPanel({ hasRows, ...rewrites }: ProblemPanelProps) {
  const { problem } = rewrites;
  const { action, explanation } = groupMessage[problem.group];
  return (
    <section
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 px-(--gutter) py-2.5"
      aria-labelledby="review-problem"
    >
      <h3 id="review-problem" tabIndex={-1} className="col-start-1 text-md font-semibold">
        {action(problem.count)}
      </h3>
      <p className="col-span-full max-w-[52em] text-ink-2">{explanation}</p>
      {!hasRows && <Examples examples={problem.examples} />}
      <Rewrites {...rewrites} />
    </section>
  );
}

function Examples({ examples }: Pick<GroupReport, "examples">) {
  return (
    <ul className="col-span-full mt-2" aria-label="Examples">
      {examples.map(({ row, phone, name }) => (
        <li key={row} className="grid min-h-6 grid-cols-[96px_minmax(0,1fr)_minmax(0,1fr)] gap-3">
          <span className="text-ink-3">Row {formatCount(row)}</span>
          <code>{phone === "" ? "no number" : phone}</code>
          <span className="truncate">{name === "" ? "no name" : name}</span>
        </li>
      ))}
    </ul>
  );
}
