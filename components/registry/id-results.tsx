import { useQueries, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useMe } from "@/components/query/use-me";
import { Button } from "@/components/ui/buttons/button";
import { linkClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { Dialog } from "@/components/ui/overlay/dialog";
import { readInBackground } from "@/lib/client/background-read";
import { read } from "@/lib/client/query";
import { apiOperations } from "@/lib/contract/api";
import { listSaved } from "@/lib/contract/console/saved";
import { idToPath, isUuid } from "@/lib/contract/identifier";
import { isAllowed, nounOf, type Operation, recordKeyOf, resourceOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { recordTitle } from "@/lib/contract/shapes/call";
import { countOf } from "@/lib/format/format-count";
import { shortenId, visibleControls } from "@/lib/format/format-raw";
import { isPlainObject } from "@/lib/format/json";
import { ForgetButton } from "./forget-button";

/** IDs beyond these are not read at once: the platform is asked for each. */
const mostChecked = 50;

const kinds = apiOperations.filter((op) => recordKeyOf(op) !== undefined);

type IdResultsProps = {
  ids: readonly string[];
  /** Reads them as records of this kind. Without it, as each kind that the role can open. */
  resource?: string;
};

/** One result for each ID: what it is, that it was not found, or that it could not be read. */
export function IdResults({ ids, resource }: IdResultsProps) {
  const { role } = useMe();
  const wanted = kinds.filter((op) => resource === undefined || resourceOf(op) === resource);
  const closed = wanted.filter((op) => !isAllowed(op, role)).map(resourceOf);
  const reads = ids
    .slice(0, mostChecked)
    .flatMap((id) =>
      wanted
        .filter(
          (op) => isAllowed(op, role) && (resource !== undefined || isUuid(id) || resourceOf(op) !== "assistants"),
        )
        .map((op) => ({ id, op })),
    );
  const answers = useQueries({
    queries: reads.map(({ id, op }) => readInBackground(op, { [recordKeyOf(op) ?? ""]: id })),
  });
  const results = ids.map((id) => {
    const own = reads.flatMap((read, index) => (read.id === id ? [{ op: read.op, query: answers[index] }] : []));
    return { id, ...resultOf(own) };
  });
  const found = results.filter(({ state }) => state === "found").length;
  const pending = results.filter(({ state }) => state === "checking").length;
  return (
    <>
      <p role="status" className="font-[550]">
        {countOf(ids.length, "ID")}: {found} found, {results.filter(({ state }) => state === "missing").length} not
        found
        {pending > 0 && `, ${pending} being checked`}.
      </p>
      <ul className="mt-2 max-h-[46vh] overflow-auto" aria-label="Results">
        {results.map((result) => (
          <li key={result.id} className={rowClass}>
            <StatusIcon tone={tones[result.state]} tinted className="self-center" />
            <span className="min-w-0 wrap-anywhere">
              <code title={result.id}>{result.id.length > 40 ? shortenId(result.id) : result.id}</code>
              <span className="block text-ink-2">
                <ResultText result={result} resource={resource} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      {closed.length > 0 && (
        <p className="mt-2 text-sm/[17px] text-ink-3">
          Not checked: {closed.map((each) => each.replace("-", " ")).join(" and ")}. Your role cannot open them.
        </p>
      )}
    </>
  );
}

const rowClass = "grid grid-cols-[12px_minmax(0,1fr)] items-baseline gap-x-2.5 border-t border-rule py-[7px]";
const tones = { found: "ok", missing: "idle", fault: "fault", checking: "live", later: "idle" } as const;

type Read = { op: Operation; query: { data: unknown; error: unknown } | undefined };
type Result =
  | { state: "found"; resource: string; name: string | undefined }
  | { state: "fault"; message: string }
  | { state: "missing" | "checking" | "later" };

/** The first kind that the platform returns it as. It is missing only if each read says so. */
function resultOf(reads: readonly Read[]): Result {
  if (reads.length === 0) return { state: "later" };
  for (const { op, query } of reads) {
    const answer = query?.data as { value: { data?: unknown } } | undefined;
    if (!answer) continue;
    const record = isPlainObject(answer.value.data) ? answer.value.data : undefined;
    const title = recordTitle(resourceOf(op), record);
    return { state: "found", resource: resourceOf(op), name: title && visibleControls(title) };
  }
  const isOver = ({ query }: Read) => Boolean(query?.error);
  if (!reads.every(isOver)) return { state: "checking" };
  const faults = reads.flatMap(({ query }) => {
    const problem = query?.error instanceof Problem ? query.error : undefined;
    return problem?.code === "not_found" ? [] : [problem?.message ?? "Something went wrong on our side."];
  });
  return faults[0] === undefined ? { state: "missing" } : { state: "fault", message: faults[0] };
}

function ResultText({
  result,
  resource,
}: {
  result: Result & { id: string };
  resource: string | undefined;
}): ReactNode {
  if (result.state === "checking") return "Checking…";
  if (result.state === "later") return `Not checked: no more than ${mostChecked} IDs are checked at once.`;
  if (result.state === "fault") return `Could not be checked. ${result.message}`;
  if (result.state === "found")
    return (
      <>
        <Link className={linkClass} href={`/${result.resource}/${idToPath(result.id)}`}>
          {result.name ?? "Open"}
        </Link>{" "}
        <span className="text-ink-3">{nounOf(result.resource)}</span>
      </>
    );
  return resource === undefined ? "Not found." : <MissingInList resource={resource} id={result.id} />;
}

function MissingInList({ resource, id }: { resource: string; id: string }) {
  const saved = useQuery(read(listSaved, { resource })).data?.value.data;
  if (saved && !saved.some(({ ref }) => ref === id)) return "Not found, and removed from the list.";
  return (
    <>
      Not found. It stays in the list until it is removed. <ForgetButton resource={resource} id={id} name={id} />
    </>
  );
}

export type FindIdsProps = { ids: readonly string[]; onClose: () => void };

/** Dialog with one result for each pasted ID. Reads only. */
export function FindIds({ ids, onClose }: FindIdsProps) {
  const footer = (
    <Button variant="primary" onClick={onClose}>
      Close
    </Button>
  );
  return (
    <Dialog title="Pasted IDs" onClose={onClose} footer={footer} wide>
      <IdResults ids={ids} />
    </Dialog>
  );
}
