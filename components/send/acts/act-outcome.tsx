import { IconButton } from "@/components/ui/buttons/icon-button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { countOf } from "@/lib/format/format-count";
import { SendFault } from "../send-fault";
import { sendMessage } from "../send-messages";
import { problemIn } from "../use-send-fault";
import type { ActSender, Run } from "./use-act-sender";
import { acts } from "./use-act-sender";

/** What became of an action: its fault for one campaign, the progress and then the result of each for several. */
export function ActOutcome({ sender: { run, isSending, dismiss } }: { sender: ActSender }) {
  const [only, ...more] = run?.targets ?? [];
  if (!run || !only || more.length > 0)
    return (
      <div role="status">
        {run && isSending && (
          <p className="mx-(--gutter) mb-4 text-ink-2">
            {acts[run.verb].doing} {run.outcomes.size + 1} of {run.targets.length}…
          </p>
        )}
        {run && !isSending && <Results run={run} onDismiss={dismiss} />}
      </div>
    );
  const error = run.outcomes.get(only.id);
  const { label } = acts[run.verb];
  return (
    error !== undefined && (
      <SendFault error={error} what={label} about={only.title} resource="campaigns" onDismiss={dismiss} />
    )
  );
}

function Results({ run: { verb, targets, outcomes }, onDismiss }: { run: Run; onDismiss: () => void }) {
  const { done } = acts[verb];
  const good = targets.filter(({ id }) => outcomes.get(id) === undefined);
  const failed = targets.filter(({ id }) => outcomes.get(id) !== undefined);
  const names = new Intl.ListFormat("en").format(good.map(({ title }) => title));
  return (
    <div className="mx-(--gutter) mb-4 flex items-start gap-2.5 rounded-2 border border-rule-2 bg-well px-3 py-2.5 [--cut:var(--well)]">
      <StatusIcon tone={failed.length === 0 ? "ok" : "wait"} tinted className="mt-1 flex-none" />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <b className="font-semibold">
          {failed.length === 0 ? "" : `${good.length} of `}
          {countOf(targets.length, "campaign was", "campaigns were")} {done}
        </b>
        <p className="max-w-[53em] text-ink-2">
          {good.length > 0 && `${names} ${good.length === 1 ? "is" : "are"} ${done}. `}
          {failed.map(({ id, title }) => `${title} ${failureOf(outcomes.get(id))} `)}
        </p>
      </div>
      <IconButton icon="x" label="Dismiss" onClick={onDismiss} />
    </div>
  );
}

function failureOf(error: unknown): string {
  const { sentences, mayHaveHappened } = sendMessage(problemIn(error), "");
  const text = sentences.join(" ");
  return mayHaveHappened ? `may or may not have been: ${text}` : `was not: ${text} Nothing was changed there.`;
}
