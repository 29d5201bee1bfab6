import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { isUnreadable } from "@/components/query/query-view";
import { RecordLink, RelatedRow } from "@/components/record/summary";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { Section } from "@/components/ui/page/section";
import { read } from "@/lib/client/query";
import { listRelated } from "@/lib/contract/console/related-records";
import type { ToolShape } from "@/lib/contract/shapes/tool";
import { countOf } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";

type UsedByProps = { tool_id: string; usedBy: ToolShape["usedBy"] };

function useUsers({ tool_id, usedBy }: UsedByProps) {
  const related = useQuery(read(listRelated, { value: tool_id, among: "assistants workflows" }));
  const known = related.data?.value.data ?? [];
  const named = [
    ...(usedBy?.assistants ?? []).map((id) => ({ field: "assistant_id", resource: "assistants", id })),
    ...(usedBy?.workflows ?? []).map((id) => ({ field: "workflow_ref", resource: "workflows", id })),
  ].filter(({ resource, id }) => !known.some((each) => each.resource === resource && each.ref === id));
  return { related, known, named };
}

export function UsedBy(props: UsedByProps) {
  const { related, known, named } = useUsers(props);
  const isUnread = isUnreadable(related);
  return (
    <Section title="Used by">
      {isUnread && <p className="text-sm/[17px] text-ink-3">Could not check what uses it.</p>}
      {!isUnread && known.length + named.length === 0 && (
        <p className="text-sm/[17px] text-ink-3">
          {props.usedBy ? "Nothing uses it." : "No assistant or workflow that Switchboard has seen uses it."}
        </p>
      )}
      <ul>
        {known.map((record) => (
          <li key={`${record.resource} ${record.ref}`} className={usedByClass}>
            <RelatedRow record={record} />
          </li>
        ))}
        {named.map(({ field, id }) => (
          <li key={`${field} ${id}`} className={usedByClass}>
            <span className="grid grid-cols-[12px_minmax(0,1fr)_auto] items-baseline gap-x-2.5">
              <StatusIcon tone="idle" tinted className="self-center" />
              <span className="min-w-0 wrap-anywhere">
                <RecordLink field={field} id={id} />
              </span>
              <span className="text-sm/5 text-ink-3">{field === "workflow_ref" ? "workflow" : "assistant"}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const usedByClass = "border-t border-rule py-[7px]";

const kinds = [
  { resource: "workflows", noun: "workflow", field: "workflow_ref" },
  { resource: "assistants", noun: "assistant", field: "assistant_id" },
] as const;

/** Known users of a tool, which deleting it would break. */
export function DeleteWarning(props: UsedByProps) {
  const { related, known, named } = useUsers(props);
  const all = [
    ...known.map(({ resource, ref, name, status }) => ({ resource, id: ref, name, status })),
    ...named.map(({ resource, id }) => ({ resource, id, name: null, status: null })),
  ];
  const groups = kinds.flatMap((kind) => {
    const users = all.filter(({ resource }) => resource === kind.resource);
    return users.length > 0 ? [{ ...kind, users }] : [];
  });
  return (
    <>
      {groups.length > 0 && (
        <p className="my-2 grid max-h-48 grid-cols-[12px_minmax(0,1fr)] gap-x-2.5 overflow-auto border-l-2 border-fault-fill pl-3 font-semibold text-fault-ink">
          <StatusIcon tone="fault" tinted className="mt-1" />
          <span className="wrap-anywhere">
            Used by{" "}
            {groups.map(({ noun, field, users }, at) => (
              <Fragment key={noun}>
                {at > 0 && (groups[0]?.users.length === 1 ? " and " : ", and ")}
                {users.length === 1 ? `the ${noun} ` : `${countOf(users.length, noun)}: `}
                {users.map(({ id, name, status }, nth) => (
                  <Fragment key={id}>
                    {nth > 0 && ", "}
                    <RecordLink field={field} id={id}>
                      {name ?? undefined}
                    </RecordLink>
                    {status && ` (${visibleControls(status)})`}
                  </Fragment>
                ))}
              </Fragment>
            ))}
            {related.data?.value.has_more && ", and more"}.
          </span>
        </p>
      )}
      {groups.length === 0 && related.data && <p>No workflow or assistant that Switchboard has seen uses it.</p>}
      {!related.data && <p>{related.error ? "Could not check what uses it." : "Checking what uses it…"}</p>}
      <p>
        There may be others that Switchboard has not seen. The platform does not say what happens to workflows and
        assistants that use a deleted tool. This cannot be undone.
      </p>
    </>
  );
}
