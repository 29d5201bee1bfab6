import { deferred } from "@/components/ui/browser/deferred";
import { type ActSender, acts } from "./use-act-sender";

const ActResults = deferred(async () => (await import("./act-results")).ActResults);

/** Progress of an action on several campaigns, then its results. */
export function ActOutcome({ sender: { run, isSending, dismiss } }: { sender: ActSender }) {
  const isMany = run !== undefined && run.targets.length > 1;
  return (
    <div role="status">
      {isMany && isSending && (
        <p className="mx-(--gutter) mb-4 text-ink-2">
          {acts[run.verb].doing} {run.outcomes.size + 1} of {run.targets.length}…
        </p>
      )}
      {run && !isSending && <ActResults run={run} onDismiss={dismiss} />}
    </div>
  );
}
