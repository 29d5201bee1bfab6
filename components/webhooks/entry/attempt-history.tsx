import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone } from "@/components/ui/time/zone";
import { dayWords, FirstSeenRange } from "@/components/webhooks/log-cells";
import { useLogMeaning, type WebhookLogState } from "@/components/webhooks/use-webhook-log";
import { watchedText } from "@/lib/client/webhook-log";
import type { DeliveryDetails } from "@/lib/contract/console/webhook-log/deliveries";
import { NO_WORD } from "@/lib/contract/console/webhook-log/words";
import { countOf } from "@/lib/format/format-count";
import { formatSpan } from "@/lib/format/format-time";

export type AttemptStep = {
  at: string;
  attempts?: string | undefined;
  status?: string | undefined;
  skipped: number;
  others: { field: string; before: string | null; after: string | null }[];
};

/** The entry's first known state, then each change, oldest first. */
export function attemptSteps({
  changes,
  attempts,
  status,
  first_seen_at,
}: DeliveryDetails): [AttemptStep, ...AttemptStep[]] {
  const oldest = changes.toReversed();
  const firstOf = (field: string, now: string | number | null) => {
    const change = oldest.flatMap(({ fields }) => fields).find((change) => change.field === field);
    return change ? (change.before ?? undefined) : now === null ? undefined : String(now);
  };
  const first = {
    at: first_seen_at,
    attempts: firstOf("attempts", attempts),
    status: firstOf("status", status),
    skipped: 0,
    others: [],
  };
  const rest = oldest.map(({ at, fields }): AttemptStep => {
    const [attemptsChange, statusChange] = ["attempts", "status"].map((name) =>
      fields.find(({ field }) => field === name),
    );
    const attempts = Number(attemptsChange?.after) - Number(attemptsChange?.before);
    return {
      at,
      attempts: attemptsChange && (attemptsChange.after ?? NO_WORD),
      status: statusChange && (statusChange.after ?? NO_WORD),
      skipped: Number.isInteger(attempts) && attempts > 1 ? attempts - 1 : 0,
      others: fields.filter(({ field }) => field !== "attempts" && field !== "status"),
    };
  });
  return [first, ...rest];
}

export function AttemptHistory({ log, entry }: { log: WebhookLogState; entry: DeliveryDetails }) {
  const toneOf = useLogMeaning();
  const zone = useZone();
  const reading = log.summary.data?.value.reading;
  const [first, ...rest] = attemptSteps(entry);
  const tone = toneOf(entry.status);
  const day = dayWords(Date.parse(first.at), zone, log.nowMs);
  const estimate = estimateWords(entry, tone === "live");
  return (
    <>
      <ol
        aria-label="Attempts, as seen by Switchboard"
        className="relative before:absolute before:top-2.5 before:bottom-3 before:left-[5.25px] before:w-[1.5px] before:bg-rule-2"
      >
        <StepRow
          tone={rest.length === 0 ? tone : undefined}
          when={
            <>
              {day && `${day} `}
              <FirstSeenRange times={entry} />
            </>
          }
        >
          <b className="font-semibold">First seen</b>
          {stepWords(first).map((words) => `, ${words}`)}
        </StepRow>
        {rest.map((step, index) => (
          <StepRow
            // biome-ignore lint/suspicious/noArrayIndexKey: several steps may have the same time
            key={index}
            tone={index === rest.length - 1 ? tone : undefined}
            when={<TimeText at={step.at} variant="clock" quiet />}
          >
            <StepWords step={step} />
          </StepRow>
        ))}
      </ol>
      {reading && (
        <p className="mt-1 text-sm/[17px] text-ink-3">
          Switchboard checks the log every {formatSpan(reading.every_seconds)}, so each time may be up to about{" "}
          {formatSpan(reading.every_seconds)} late. {watchedText(reading, zone)}.
        </p>
      )}
      {estimate !== undefined && <p className="mt-1 text-sm/[17px] text-ink-3">{estimate}</p>}
    </>
  );
}

/** Estimated time of the last attempt, and of the next one while retrying, by the retry schedule from Settings. */
export function estimateWords({ attempts, retry_seconds }: DeliveryDetails, isUnderWay: boolean): string | undefined {
  const last = attempts ?? 0;
  const due = [last, ...(isUnderWay ? [last + 1] : [])].flatMap((attempt) => {
    const seconds = attempt > 1 ? retry_seconds[attempt - 1] : undefined;
    return seconds === undefined ? [] : [{ attempt, span: formatSpan(seconds, seconds >= 3_600) }];
  });
  if (due.length === 0) return undefined;
  const words = due.map(({ attempt, span }, index) =>
    index === 0 ? `attempt ${attempt} is about ${span} after the first` : `attempt ${attempt} about ${span}`,
  );
  return `Estimate: ${words.join(", ")}, on the schedule entered in Settings, Platform.`;
}

function stepWords({ attempts, status }: AttemptStep): string[] {
  return [attempts && attemptsWords(attempts), status].filter((part) => part !== undefined && part !== "") as string[];
}

const attemptsWords = (attempts: string) =>
  /^\d+$/.test(attempts) ? countOf(Number(attempts), "attempt") : `attempts ${attempts}`;

function StepWords({ step }: { step: AttemptStep }) {
  const { attempts, status, skipped, others } = step;
  return (
    <>
      {attempts && attemptsWords(attempts)}
      {skipped > 0 && `, ${skipped === 1 ? "one" : skipped} between two checks`}
      {attempts && status && ", "}
      {status && <b className="font-semibold">{status}</b>}
      {others.map(({ field, before, after }) => (
        <span key={field} className="block text-sm text-ink-2 wrap-anywhere">
          {field}: {before ?? "nothing"} → {after ?? "nothing"}
        </span>
      ))}
    </>
  );
}

type StepRowProps = { tone: Tone | undefined; when: React.ReactNode; children: React.ReactNode };

function StepRow({ tone, when, children }: StepRowProps) {
  return (
    <li className="relative grid grid-cols-[12px_minmax(0,1fr)_auto] items-baseline gap-x-2.5 py-[3px]">
      {tone ? (
        <span className="self-start rounded-full bg-sheet pt-1">
          <StatusIcon tone={tone} tinted />
        </span>
      ) : (
        <i
          className="mt-1.5 ml-0.5 size-2 self-start rounded-full border-[1.5px] border-edge bg-sheet"
          aria-hidden="true"
        />
      )}
      <span className="min-w-0">{children}</span>
      <span className="text-sm whitespace-nowrap text-ink-2">{when}</span>
    </li>
  );
}
