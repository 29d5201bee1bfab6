"use client";

import { useMemo } from "react";
import { Lamp } from "@/components/ui/lamp";
import { Status } from "@/components/ui/status";
import { useReading } from "@/components/ui/use-reading";
import { countByWebhook, type LogCount, targetOf } from "@/lib/client/webhook-log";
import type { Webhook } from "@/lib/contract/webhooks";
import { count, grouped } from "./count";
import type { Desk } from "./use-desk";
import { countKnown, type WebhookChoice, webhookChoices } from "./webhook-choices";

/** One is chosen at a time: choosing a webhook asks the API for its log alone. */
export function WebhookRows({ desk, webhooks }: { desk: Desk; webhooks: readonly Webhook[] }) {
  const { wholeEntries, chosen, own, log, url } = desk;
  const counts = useMemo(() => wholeEntries && countByWebhook(wholeEntries), [wholeEntries]);
  const choices = useMemo(() => webhookChoices({ webhooks, counts, chosen }), [webhooks, counts, chosen]);
  const ownCount = useMemo(() => own && totalOf(own.entries), [own]);
  const choose = (webhook: string | undefined) => url.set({ webhook, entry: undefined });

  return (
    <fieldset className="subs">
      <legend className="vh">Webhook</legend>
      <label>
        <input type="radio" name="webhook" checked={chosen === undefined} onChange={() => choose(undefined)} />
        <span className="c-st">All</span>
        <b className="trunc">{count(countKnown(choices), "webhook", "webhooks")}</b>
        <span className="evs" />
        <CountCells count={wholeEntries && totalOf(wholeEntries)} />
      </label>
      {choices.map((choice) => (
        <label key={choice.id}>
          <input type="radio" name="webhook" checked={choice.id === chosen} onChange={() => choose(choice.id)} />
          <ChoiceCells
            choice={choice}
            count={choice.id === chosen && ownCount && !log.isPlaceholderData ? ownCount : choice.count}
          />
        </label>
      ))}
    </fieldset>
  );
}

const totalOf = (entries: readonly { isDelivered: boolean }[]): LogCount => ({
  entries: entries.length,
  notDelivered: entries.reduce((total, { isDelivered }) => total + (isDelivered ? 0 : 1), 0),
});

function ChoiceCells({
  choice: { id, webhook },
  count: counted,
}: {
  choice: WebhookChoice;
  count: LogCount | undefined;
}) {
  const reading = useReading("webhooks");
  const target = webhook && targetOf(webhook);
  return (
    <>
      <span className="c-st">
        {webhook ? <Status word={webhook.status} reading={reading("status", webhook.status)} /> : "—"}
      </span>
      <b className="trunc" title={target?.url ?? id}>
        {target ? `${target.host}${target.path}` : webhook ? id : `unknown webhook ${id}`}
      </b>
      <span className="evs ev trunc" title={webhook?.events?.join(", ")}>
        {webhook && eventsWords(webhook)}
      </span>
      <CountCells count={counted} />
    </>
  );
}

function eventsWords({ events }: Webhook): string {
  if (!events) return "events not sent";
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
          <Lamp reading={notDelivered > 0 ? "fault" : "ok"} />
          <span>{notDelivered > 0 ? `${grouped(notDelivered)} not delivered` : "all delivered"}</span>
        </span>
      )}
    </>
  );
}
