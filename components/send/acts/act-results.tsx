import { IconButton } from "@/components/ui/buttons/icon-button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { countOf } from "@/lib/format/format-count";
import { SendFault } from "../send-fault";
import { sendMessage } from "../send-messages";
import { problemIn } from "../use-send-fault";
import { acts, type Run } from "./use-act-sender";

type ActResultsProps = { run: Run; onDismiss: () => void };

/** Results of an action: the fault of a single campaign, or one line for each of several. */
export function ActResults({ run, onDismiss }: ActResultsProps) {
  const [only, ...more] = run.targets;
  if (!only || more.length > 0) return <Results {...{ run, onDismiss }} />;
  const error = run.outcomes.get(only.id);
  if (error === undefined) return null;
  const { label } = acts[run.verb];
  return <SendFault error={error} what={label} about={only.title} resource="campaigns" onDismiss={onDismiss} />;
}

function Results({ run: { verb, targets, outcomes }, onDismiss }: ActResultsProps) {
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
