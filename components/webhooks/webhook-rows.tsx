"use client";
import { type ReactNode, useMemo, useState } from "react";
import { SentRecord } from "@/components/record/sent-record";
import { Status } from "@/components/status/status";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { Button } from "@/components/ui/buttons/button";
import { linkClass } from "@/components/ui/buttons/button-class";
import { SearchField } from "@/components/ui/fields/search-field";
import { barClass, bayClass } from "@/components/ui/page/section";
import type { Answer } from "@/lib/client/answer";
import { sharedWords } from "@/lib/client/unique-keys";
import { countByWebhook, type LogCount, targetOf } from "@/lib/client/webhook-log";
import type { Webhook } from "@/lib/contract/api/webhooks";
import { countOf, formatCount } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { EventName } from "./log-cells";
import { type Desk, rawRows } from "./use-desk";
import { countKnown, foldedChoices, mostUnfolded, type WebhookChoice, webhookChoices } from "./webhook-choices";

/** One is chosen at a time: choosing a webhook asks the API for its log alone. */
export function WebhookRows({ desk, webhooks }: { desk: Desk; webhooks: Answer<{ data: Webhook[] }> }) {
  const { wholeEntries, chosen, own, log, url } = desk;
  const [text, setText] = useState("");
  const [isWhole, setIsWhole] = useState(false);
  const counts = useMemo(() => wholeEntries && countByWebhook(wholeEntries), [wholeEntries]);
  const choices = useMemo(
    () => webhookChoices({ webhooks: webhooks.value.data, sent: rawRows(webhooks.raw), counts, chosen }),
    [webhooks, counts, chosen],
  );
  const shown = foldedChoices(choices, { text, isWhole, chosen });
  const ownCount = useMemo(() => own && totalOf(own.entries), [own]);
  const choose = (webhook: string | undefined) => url.set({ webhook, entry: undefined });
  const isLong = choices.length > mostUnfolded;

  return (
    <>
      {isLong && (
        <div className={barClass()}>
          <SearchField
            label="ID, URL, event or status of a webhook"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <span className="text-sm/[17px] text-ink-3" role="status">
            {formatCount(shown.length)} of {countOf(choices.length, "webhook", "webhooks")} shown
          </span>
          <span className="min-w-0 flex-1 max-narrow:hidden" />
          <Button size="small" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? "Show few" : `Show all ${formatCount(choices.length)}`}
          </Button>
        </div>
      )}
      <fieldset className="min-w-0">
        <legend className="sr-only">Webhook</legend>
        <ChoiceRow isChosen={chosen === undefined} onChoose={() => choose(undefined)}>
          <StateCell>All</StateCell>
          <NameCell>{countOf(countKnown(choices), "webhook", "webhooks")}</NameCell>
          <span className="max-mid:hidden" />
          <CountCells count={wholeEntries && totalOf(wholeEntries)} />
        </ChoiceRow>
        {shown.map((choice) => (
          <ChoiceRow
            key={choice.key}
            isChosen={choice.id !== undefined && choice.key === chosen}
            isOff={choice.id === undefined}
            onChoose={() => choose(choice.id)}
          >
            <ChoiceCells
              choice={choice}
              count={choice.id === chosen && ownCount && !log.isPlaceholderData ? ownCount : choice.count}
            />
          </ChoiceRow>
        ))}
      </fieldset>
      <ChosenRecords choices={choices} chosen={chosen} />
    </>
  );
}

type ChoiceRowProps = { isChosen: boolean; isOff?: boolean; onChoose: () => void; children: ReactNode };

function ChoiceRow({ isChosen, isOff = false, onChoose, children }: ChoiceRowProps) {
  return (
    <label className="grid min-h-8 cursor-pointer grid-cols-[13px_84px_minmax(0,1.7fr)_minmax(0,1fr)_52px_128px] items-center gap-x-3 border-b border-rule px-(--gutter) last:border-b-0 hover:bg-hover max-mid:grid-cols-[13px_84px_minmax(0,1fr)_52px_128px] max-narrow:min-h-12 max-narrow:grid-cols-[13px_minmax(0,1fr)_auto] max-narrow:gap-x-2.5">
      <input
        type="radio"
        name="webhook"
        className="peer m-0 size-[11px] cursor-pointer appearance-none rounded-full border-[1.5px] border-edge checked:border-cord checked:bg-cord checked:shadow-[0_0_0_3px_color-mix(in_oklab,var(--cord)_18%,transparent)]"
        checked={isChosen}
        disabled={isOff}
        onChange={onChoose}
      />
      {children}
    </label>
  );
}

function StateCell({ children }: { children: ReactNode }) {
  return <span className="min-w-0 overflow-hidden text-ellipsis max-narrow:hidden">{children}</span>;
}

function NameCell({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <b className="block min-w-0 truncate font-medium peer-checked:font-semibold" title={title}>
      {children}
    </b>
  );
}

/** All that came of the chosen webhook; more than one record where several share its ID. */
function ChosenRecords({ choices, chosen }: { choices: readonly WebhookChoice[]; chosen: string | undefined }) {
  const records = choices.filter(({ id, webhook }) => webhook !== undefined && id !== undefined && id === chosen);
  if (records.length === 0) return <span hidden />;
  return (
    <details className={bayClass}>
      <summary className={linkClass}>
        {sharedWords(records.length, "webhooks") ?? "This webhook, as it was sent"}
      </summary>
      {records.map(({ key, sent }) => (
        <SentRecord key={key} value={sent} label="Webhook as sent" isTight isBare />
      ))}
    </details>
  );
}

const totalOf = (entries: readonly { isDelivered: boolean }[]): LogCount => ({
  entries: entries.length,
  notDelivered: entries.reduce((total, { isDelivered }) => total + (isDelivered ? 0 : 1), 0),
});

function ChoiceCells({
  choice: { id, webhook, sent },
  count: counted,
}: {
  choice: WebhookChoice;
  count: LogCount | undefined;
}) {
  const toneOf = useStatusMeaning("webhooks");
  const target = webhook && targetOf(webhook);
  return (
    <>
      <StateCell>{webhook ? <Status word={webhook.status} tone={toneOf("status", webhook.status)} /> : "—"}</StateCell>
      <NameCell title={`${target?.url ?? formatRaw(sent)}, ID ${id ?? formatRaw(webhook?.id)}`}>
        {target ? `${target.host}${target.path}` : webhook ? (id ?? formatRaw(sent)) : `unknown webhook ${id}`}
      </NameCell>
      <EventName className="block min-w-0 truncate text-ink-2 max-mid:hidden" title={webhook?.events?.join(", ")}>
        {webhook && eventsMessage(webhook)}
      </EventName>
      <CountCells count={counted} />
    </>
  );
}

function eventsMessage({ events }: Webhook): string {
  if (!events) return `events ${formatRaw(events)}`;
  if (events.length === 0) return "no events";
  return events.length === 1 ? (events[0] ?? "") : `${events.length} events`;
}

function CountCells({ count: counted }: { count: LogCount | undefined }) {
  if (!counted) {
    return (
      <>
        <span className="max-narrow:hidden" />
        <span className="text-ink-3 whitespace-nowrap">not read</span>
      </>
    );
  }
  const { entries, notDelivered } = counted;
  return (
    <>
      <span className="text-right text-ink-2 max-narrow:hidden">
        {formatCount(entries)}
        <span className="sr-only"> entries</span>
      </span>
      {entries === 0 ? (
        <span className="text-ink-3 whitespace-nowrap">no entries</span>
      ) : (
        <Status
          word={notDelivered > 0 ? `${formatCount(notDelivered)} not delivered` : "all delivered"}
          tone={notDelivered > 0 ? "fault" : "ok"}
        />
      )}
    </>
  );
}
