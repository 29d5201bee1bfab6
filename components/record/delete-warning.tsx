import { Fragment, type ReactNode } from "react";
import { RecordLink } from "@/components/record/summary";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import type { Dependent } from "@/lib/contract/console/related-records";
import { countOf } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { useDependents } from "./used-by";

const kinds = [
  { resource: "workflows", noun: "workflow", field: "workflow_ref" },
  { resource: "assistants", noun: "assistant", field: "assistant_id" },
] as const;

/** Known users of a tool, which deleting it would break, and the running campaigns that they serve. */
export function DeleteWarning({ tool_id }: { tool_id: string }) {
  const { query, users, running, hasMore } = useDependents({ resource: "tools", id: tool_id });
  const groups = kinds.flatMap((kind) => {
    const ofKind = users.filter(({ resource, via }) => resource === kind.resource && via === null);
    return ofKind.length > 0 ? [{ ...kind, users: ofKind }] : [];
  });
  return (
    <>
      {running.length > 0 && (
        <Warning>
          {running.length === 1
            ? "The running campaign "
            : `${countOf(running.length, "running campaign")} depend on it: `}
          <Names users={running} field="campaign_id" />
          {running.length === 1 && " depends on it"}. People are called now.
        </Warning>
      )}
      {groups.length > 0 && (
        <Warning>
          Used by{" "}
          {groups.map(({ noun, field, users: ofKind }, index) => (
            <Fragment key={noun}>
              {index > 0 && (groups[0]?.users.length === 1 ? " and " : ", and ")}
              {ofKind.length === 1 ? `the ${noun} ` : `${countOf(ofKind.length, noun)}: `}
              <Names users={ofKind} field={field} />
            </Fragment>
          ))}
          {hasMore && ", and more"}.
        </Warning>
      )}
      {groups.length === 0 && query.data && <p>No workflow or assistant that Switchboard has seen uses it.</p>}
      {running.length === 0 && query.data && <p>No running campaign that Switchboard has seen depends on it.</p>}
      {!query.data && <p>{query.error ? "Could not check what uses it." : "Checking what uses it…"}</p>}
      <p>
        There may be others that Switchboard has not seen. The platform does not say what happens to workflows and
        assistants that use a deleted tool. This cannot be undone.
      </p>
    </>
  );
}

const Warning = ({ children }: { children: ReactNode }) => (
  <p className="my-2 grid max-h-48 grid-cols-[12px_minmax(0,1fr)] gap-x-2.5 overflow-auto border-l-2 border-fault-fill pl-3 font-semibold text-fault-ink">
    <StatusIcon tone="fault" tinted className="mt-1" />
    <span className="wrap-anywhere">{children}</span>
  </p>
);

const Names = ({ users, field }: { users: readonly Dependent[]; field: string }) =>
  users.map(({ ref, name, status, resource }, index) => (
    <Fragment key={ref}>
      {index > 0 && ", "}
      <RecordLink field={field} id={ref}>
        {name === null ? undefined : visibleControls(name)}
      </RecordLink>
      {status && resource !== "campaigns" && ` (${visibleControls(status)})`}
    </Fragment>
  ));
