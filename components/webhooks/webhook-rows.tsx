"use client";

import { useMemo, useState } from "react";
import { RecordView } from "@/components/record/record-view";
import { Status } from "@/components/status/status";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { Button } from "@/components/ui/button";
import { SearchField } from "@/components/ui/search-field";
import { StatusIcon } from "@/components/ui/status-icon";
import type { Answer } from "@/lib/client/answer";
import { sharedWords } from "@/lib/client/unique-keys";
import { countByWebhook, type LogCount, targetOf } from "@/lib/client/webhook-log";
import type { Webhook } from "@/lib/contract/api/webhooks";
import { formatRaw } from "@/lib/format/format-raw";
import { count, grouped } from "./count";
import type { Desk } from "./use-desk";
import { rawRows } from "./use-desk";
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
        <div className="bar">
          <SearchField
            label="ID, URL, event or status of a webhook"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <span className="note" role="status">
            {grouped(shown.length)} of {count(choices.length, "webhook", "webhooks")} shown
          </span>
          <span className="grow" />
          <Button size="small" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? "Show few" : `Show all ${grouped(choices.length)}`}
          </Button>
        </div>
      )}
      <fieldset className="subs">
        <legend className="vh">Webhook</legend>
        <label>
          <input type="radio" name="webhook" checked={chosen === undefined} onChange={() => choose(undefined)} />
          <span className="c-st">All</span>
          <b className="trunc">{count(countKnown(choices), "webhook", "webhooks")}</b>
          <span className="evs" />
          <CountCells count={wholeEntries && totalOf(wholeEntries)} />
        </label>
        {shown.map((choice) => (
          <label key={choice.key}>
            <input
              type="radio"
              name="webhook"
              checked={choice.id !== undefined && choice.key === chosen}
              disabled={choice.id === undefined}
              onChange={() => choose(choice.id)}
            />
            <ChoiceCells
              choice={choice}
              count={choice.id === chosen && ownCount && !log.isPlaceholderData ? ownCount : choice.count}
            />
          </label>
        ))}
      </fieldset>
      <ChosenRecords choices={choices} chosen={chosen} />
    </>
  );
}

/** All that came of the chosen webhook; more than one record where several share its ID. */
function ChosenRecords({ choices, chosen }: { choices: readonly WebhookChoice[]; chosen: string | undefined }) {
  const records = choices.filter(({ id, webhook }) => webhook !== undefined && id !== undefined && id === chosen);
  if (records.length === 0) return <span hidden />;
  return (
    <details className="bay">
      <summary className="link">{sharedWords(records.length, "webhooks") ?? "This webhook, as it was sent"}</summary>
      {records.map(({ key, sent }) => (
        <RecordView key={key} value={sent} label="Webhook as sent" isTight isBare />
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
      <span className="c-st">
        {webhook ? <Status word={webhook.status} tone={toneOf("status", webhook.status)} /> : "—"}
      </span>
      <b className="trunc" title={`${target?.url ?? formatRaw(sent)}, ID ${id ?? formatRaw(webhook?.id)}`}>
        {target ? `${target.host}${target.path}` : webhook ? (id ?? formatRaw(sent)) : `unknown webhook ${id}`}
      </b>
      <span className="evs ev trunc" title={webhook?.events?.join(", ")}>
        {webhook && eventsMessage(webhook)}
      </span>
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
        <span className="num" />
        <span className="faint nw">not read</span>
      </>
    );
  }
  const { entries, notDelivered } = counted;
  return (
    <>
      <span className="num">
        {grouped(entries)}
        <span className="vh"> entries</span>
      </span>
      {entries === 0 ? (
        <span className="faint nw">no entries</span>
      ) : (
        <span className={`st ${notDelivered > 0 ? "fault" : "ok"}`}>
          <StatusIcon tone={notDelivered > 0 ? "fault" : "ok"} />
          <span>{notDelivered > 0 ? `${grouped(notDelivered)} not delivered` : "all delivered"}</span>
        </span>
      )}
    </>
  );
}
