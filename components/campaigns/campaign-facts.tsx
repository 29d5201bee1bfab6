import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { concurrencyOf, useNumber } from "@/components/preflight/preflight";
import { useAssistantName } from "@/components/query/assistant-name";
import { PhoneNumber } from "@/components/record/phone-number";
import { TextLink } from "@/components/ui/buttons/link";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { startCampaign } from "@/lib/contract/api/campaigns";
import { listAnswers } from "@/lib/contract/console/audit";
import { byActor } from "@/lib/contract/console/automation/actors";
import { firstField, firstNumber, firstText, momentField } from "@/lib/contract/fields";
import { idToPath } from "@/lib/contract/identifier";
import { countOf } from "@/lib/format/format-count";
import { formatRaw, shortenId } from "@/lib/format/format-raw";
import { formatSpan } from "@/lib/format/format-time";

type CampaignFactsProps = { campaign_id: string; record: Record<string, unknown> };

type Fact = { title: string; value: ReactNode; sub?: ReactNode };

export function CampaignFacts({ campaign_id, record }: CampaignFactsProps) {
  const facts = [
    useFrom(record),
    atOnceFact(record),
    retriesFact(record),
    assistantFact(record),
    useStarted(campaign_id, record),
  ].filter((fact) => fact !== undefined);
  if (facts.length === 0) return false;
  return (
    <dl className={stripClass} aria-label="How it calls">
      {facts.map(({ title, value, sub }) => (
        <div key={title} className="min-w-0 border-b border-l border-rule px-(--gutter) py-2.5">
          <dt className="text-sm/[17px] text-ink-3">{title}</dt>
          <dd className="truncate font-medium">{value}</dd>
          <dd className="min-h-[17px] truncate text-sm/[17px] text-ink-3">{sub}</dd>
        </div>
      ))}
    </dl>
  );
}

const stripClass =
  "-ml-px grid grid-cols-[repeat(auto-fit,minmax(168px,1fr))] border-t border-rule bg-sheet max-narrow:grid-cols-2";

function useFrom(record: Record<string, unknown>): Fact | undefined {
  const { named, number, isRead, isFailed } = useNumber(record);
  const isDialed = named?.startsWith("+");
  if (named === undefined || (!number && !isDialed && (isRead || isFailed))) return undefined;
  const shown = number?.phone_number ?? (isDialed ? named : undefined);
  return {
    title: "Calls from",
    value: shown ? <PhoneNumber number={shown} /> : "…",
    sub: number && formatRaw(number.status),
  };
}

function atOnceFact(record: Record<string, unknown>): Fact | undefined {
  const calls = concurrencyOf(record);
  return calls === undefined ? undefined : { title: "At once", value: countOf(calls, "call") };
}

function retriesFact(record: Record<string, unknown>): Fact | undefined {
  const [attempts, seconds] = ["max_attempts", "retry_delay_seconds"].map((name) =>
    firstNumber(record, `retry_policy.${name}`, name),
  );
  if (attempts === undefined) return undefined;
  const on = firstField(record, "retry_policy.retry_on", "retry_on");
  const reasons = Array.isArray(on) ? on.map((reason) => formatRaw(reason).replaceAll("_", " ")).join(", ") : "";
  const wait = seconds === undefined ? "" : `, ${formatSpan(seconds)} apart`;
  return { title: "Retries", value: `${countOf(attempts, "attempt")}${attempts > 1 ? wait : ""}`, sub: reasons };
}

function assistantFact(record: Record<string, unknown>): Fact | undefined {
  const id = firstText(record, "assistant_id");
  return id === undefined ? undefined : { title: "Assistant", value: <AssistantLink assistant_id={id} /> };
}

function AssistantLink({ assistant_id }: { assistant_id: string }) {
  const name = useAssistantName(assistant_id);
  return (
    <TextLink href={`/assistants/${idToPath(assistant_id)}`} title={name}>
      {name ?? <code>{shortenId(assistant_id)}</code>}
    </TextLink>
  );
}

/** When it was started, by its record or else by the audit log, and by whom if it was from here. */
function useStarted(campaign_id: string, record: Record<string, unknown>): Fact | undefined {
  const answers = useQuery(read(listAnswers, { resource: "campaigns", target: campaign_id })).data?.value.data ?? [];
  const start = answers.find(({ action, outcome }) => action === startCampaign.id && outcome === "ok");
  const at = momentField(record, "started_at") ?? start?.at;
  if (at === undefined) return undefined;
  return { title: "Started", value: <TimeText at={at} variant="moment" />, sub: start && byActor(start.actor_name) };
}
