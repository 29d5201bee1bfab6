import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isUnreadable, QueryView } from "@/components/query/query-view";
import { MissingTools, useMissingTools } from "@/components/record/missing-tools";
import { useDependents } from "@/components/record/used-by";
import { ConfirmDialog, type SendConfirmation } from "@/components/ui/overlay/confirm-dialog";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { type EarlierWorkflow, getEarlierWorkflow } from "@/lib/contract/console/related-records";
import { compareSteps, readWorkflow, type StepChange, type WorkflowShape } from "@/lib/contract/shapes/workflow";
import { shortValue } from "@/lib/format/diff-records";
import { countOf, formatCount } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";

export type PublishDialogProps = SendConfirmation & {
  workflow_ref: string;
  name: string | null | undefined;
  workflow: WorkflowShape;
};

export function PublishDialog({ workflow_ref, name, workflow, ...confirmation }: PublishDialogProps) {
  return (
    <ConfirmDialog
      question={`Publish ${name ?? "this workflow"} now?`}
      {...confirmation}
      confirmLabel="Publish"
      stop={false}
    >
      <RunningOnIt workflow_ref={workflow_ref} />
      <MissingTools {...useMissingTools("workflows", workflow_ref)} isPlain />
      <div className="mt-3 max-h-[44vh] overflow-auto text-ink">
        <Comparison workflow_ref={workflow_ref} workflow={workflow} />
      </div>
    </ConfirmDialog>
  );
}

function RunningOnIt({ workflow_ref }: { workflow_ref: string }) {
  const { query, users, running } = useDependents({ resource: "workflows", id: workflow_ref });
  if (query.data === undefined)
    return <p>{isUnreadable(query) && "Could not check what uses it. "}Runs in progress may change.</p>;
  const named = running.slice(0, 3).map(({ name, ref }) => visibleControls(name ?? ref));
  const rest = running.length - named.length;
  return (
    <>
      <p>
        {running.length === 0
          ? "No running campaign that Switchboard has seen uses it."
          : `Used by ${countOf(running.length, "running campaign")}: ${named.join(", ")}${rest > 0 ? ` and ${formatCount(rest)} more` : ""}.`}
      </p>
      {users.length > 0 && (
        <p className="text-ink-2">
          Also used by {users.map(({ name, ref }) => visibleControls(name ?? ref)).join(", ")}.
        </p>
      )}
    </>
  );
}

type ComparisonProps = { workflow_ref: string; workflow: WorkflowShape };

function Comparison({ workflow_ref, workflow }: ComparisonProps) {
  const { steps, published } = workflow;
  const earlier = useQuery({ ...read(getEarlierWorkflow, { workflow_ref }), enabled: !published });
  if (!steps) return <p className="text-sm/[17px] text-ink-3">Its steps were not recognized in the record.</p>;
  if (published)
    return (
      <Changes changes={compareSteps(published.steps, steps)}>
        Compared with{" "}
        {published.version === undefined ? "what is published" : `version ${published.version}, published`}
      </Changes>
    );
  return (
    <QueryView query={earlier} label="what it was before">
      {({ value: { data } }) => <EarlierComparison earlier={data} workflow={workflow} />}
    </QueryView>
  );
}

function EarlierComparison({ earlier, workflow }: { earlier: EarlierWorkflow | null; workflow: WorkflowShape }) {
  const before = earlier && readWorkflow(earlier.record);
  if (!earlier || !before?.steps || !workflow.steps)
    return <p className="text-sm/[17px] text-ink-3">No earlier version to compare with.</p>;
  const version = before.publishedVersion ?? before.version;
  return (
    <Changes changes={compareSteps(before.steps, workflow.steps)}>
      Compared with {version === undefined ? "what it was" : `version ${version}`}
      {earlier.is_published && ", published"}, last checked <TimeText at={earlier.last_read_at} variant="relative" />
    </Changes>
  );
}

const words = { added: "Added", removed: "Removed", changed: "Changed" } as const;

/** "2 steps added, 1 changed". */
export function changesMessage(changes: readonly StepChange[]): string {
  const counts = (["added", "removed", "changed"] as const)
    .map((kind) => [kind, changes.filter((each) => each.kind === kind).length] as const)
    .filter(([, count]) => count > 0);
  if (counts.length === 0) return "No step differs";
  return counts
    .map(([kind, count], at) => `${at === 0 ? countOf(count, "step") : formatCount(count)} ${kind}`)
    .join(", ");
}

const longest = 400;

const changedText = (value: unknown) =>
  visibleControls(typeof value === "string" && value !== "" ? value.slice(0, longest) : shortValue(value));

function Changes({ changes, children }: { changes: readonly StepChange[]; children: ReactNode }) {
  return (
    <>
      <p className="font-[550]">{changesMessage(changes)}</p>
      <p className="text-sm/[17px] text-ink-3">{children}</p>
      <ul className="mt-2" aria-label="Steps that differ">
        {changes.map((change) => (
          <li
            key={`${change.kind} ${change.step.id}`}
            className="grid grid-cols-[72px_minmax(0,1fr)] gap-x-3 border-t border-rule py-[7px]"
          >
            <span className="text-ink-2">{words[change.kind]}</span>
            <span className="min-w-0 wrap-anywhere">
              <b className="font-[550]">{visibleControls(change.step.title)}</b>
              {change.kind !== "changed" && change.step.text && (
                <span className="block text-ink-2">“{shortValue(visibleControls(change.step.text))}”</span>
              )}
              {change.kind === "changed" &&
                change.fields.map(({ path, before, after }) => (
                  <span key={path.join(".")} className="block">
                    <span className="text-ink-3">{path.join(".")}</span>{" "}
                    <del className="text-ink-3">{changedText(before)}</del>
                    <span aria-hidden="true"> → </span>
                    <span className="sr-only"> is now </span>
                    <ins className="font-[550] no-underline">{changedText(after)}</ins>
                  </span>
                ))}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
