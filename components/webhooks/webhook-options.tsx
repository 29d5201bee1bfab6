import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { indexAfter } from "@/components/ui/browser/index-after";
import { TextLink } from "@/components/ui/buttons/link";
import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";
import { SearchField } from "@/components/ui/fields/search-field";
import { menuItemClass, menuNoteClass } from "@/components/ui/overlay/layer-class";
import { useZone } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import { deliveredShare, failingWords, momentWords, targetOf } from "@/lib/client/webhook-log";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import type { DeliverySummary, WebhookHealth } from "@/lib/contract/console/webhook-log/summary";
import { onlyWordIn, wordText } from "@/lib/contract/console/webhook-log/words";
import { idToPath } from "@/lib/contract/identifier";
import { holdsText } from "@/lib/format/comparable-text";
import { countOf, formatCount } from "@/lib/format/format-count";
import type { Zone } from "@/lib/format/format-time";
import { isOver } from "./log-time";
import type { WebhookLogState } from "./use-webhook-log";

/** Longer lists have a search field, and show the first ones only. */
const mostShown = 8;

type Option = Omit<WebhookHealth, "hours"> & { isCounted: boolean };

type WebhookOptionsProps = {
  log: WebhookLogState;
  summary: DeliverySummary;
  /** Called with the filter for one webhook; undefined for all. */
  onChoose: (webhook: string | undefined) => void;
};

export function WebhookOptions({ log, summary, onChoose }: WebhookOptionsProps) {
  const zone = useZone();
  const [text, setText] = useState("");
  const { webhooks_known, watched } = summary;
  const chosen = onlyWordIn(log.filter.webhook);
  const all = useOptions(summary, text !== "");
  const wanted = text.trim().toLowerCase();
  const matching = all.filter((webhook) => hasText(webhook, wanted));
  const shown = wanted === "" ? matching.slice(0, mostShown) : matching.slice(0, 5 * mostShown);
  const isPast = isOver(log.filter, log.nowMs);
  const options = [
    { id: undefined, name: `All ${countOf(webhooks_known, "webhook")}`, path: "", share: "", health: undefined },
    ...shown.map((webhook) => {
      const target = targetOf(webhook);
      return {
        id: webhook.webhook_id,
        name: target?.host ?? (webhook.is_listed ? webhook.webhook_id : `unknown webhook ${webhook.webhook_id}`),
        path: target?.path ?? "",
        share: deliveredShare(webhook, watched),
        health: webhook.isCounted ? healthWords(webhook, { zone, nowMs: log.nowMs, isPast, watched }) : undefined,
      };
    }),
  ];
  const unshown = (wanted === "" ? webhooks_known : matching.length) - shown.length;
  return (
    <div className="w-[min(400px,calc(100vw-32px))]">
      {webhooks_known > mostShown && (
        <div className="p-1 pb-2">
          <SearchField
            label="ID, address, event or status of a webhook"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
      )}
      <ul onKeyDown={moveByArrows}>
        {options.map(({ id, ...option }) => (
          <OptionRow
            key={id ?? " all"}
            {...option}
            isChosen={id === chosen}
            onChoose={() => onChoose(id === undefined ? undefined : wordText(id))}
          />
        ))}
      </ul>
      {unshown > 0 && <p className={menuNoteClass}>{countOf(unshown, "more webhook")}. Search to find them.</p>}
      {chosen !== undefined && (
        <p className="mt-1 border-t border-rule px-2 pt-2 pb-1">
          <TextLink href={`/webhooks/${idToPath(chosen)}`}>Events, retries and all fields of this webhook</TextLink>
        </p>
      )}
    </div>
  );
}

type OptionRowProps = {
  name: string;
  path: string;
  share: string;
  health: ReturnType<typeof healthWords> | undefined;
  isChosen: boolean;
  onChoose: () => void;
};

function OptionRow({ name, path, share, health, isChosen, onChoose }: OptionRowProps) {
  return (
    <li>
      <button
        type="button"
        className={`${menuItemClass} grid grid-cols-[14px_minmax(0,1fr)_auto] gap-y-0! py-1 aria-pressed:bg-pick`}
        aria-pressed={isChosen}
        onClick={onChoose}
      >
        <StatusIcon tone={health?.tone ?? "idle"} tinted />
        <span className="min-w-0 truncate">
          <b className="font-medium">{name}</b>
          <span className="text-ink-2">{path}</span>
        </span>
        <span className="text-ink-2">{share}</span>
        <span className="col-start-2 text-sm/[17px] text-ink-3">{health?.text}</span>
      </button>
    </li>
  );
}

function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const next = indexAfter(event.key, index, buttons.length);
  if (next === undefined) return;
  event.preventDefault();
  buttons[next]?.focus();
}

/** Counted webhooks. While somebody searches, also the other listed ones, without counts. */
function useOptions({ webhooks, webhooks_known }: DeliverySummary, isSearching: boolean): Option[] {
  const isWhole = webhooks.length >= webhooks_known;
  const listed = useQuery({ ...read(listWebhooks, {}), enabled: isSearching && !isWhole, refetchInterval: false });
  const counted = new Map(
    webhooks.map((webhook): [string, Option] => [webhook.webhook_id, { ...webhook, isCounted: true }]),
  );
  for (const { id, url, status, events } of isWhole ? [] : (listed.data?.value.data ?? []))
    if (id && !counted.has(id))
      counted.set(id, {
        ...uncounted,
        webhook_id: id,
        url: url ?? null,
        status: status ?? null,
        events: events ?? null,
      });
  return [...counted.values()];
}

const uncounted = {
  ...{ isCounted: false, is_listed: true, total: 0, not_delivered: 0, retrying: 0, older: 0 },
  ...{ failing_since: null, failing: 0, last_at: null },
};

const hasText = ({ webhook_id, url, status, events }: Option, wanted: string) =>
  [webhook_id, url, status, ...(events ?? [])].some((value) => holdsText(value, wanted));

type Options = {
  zone: Zone;
  nowMs: number;
  /** The chosen time is over, so that only its own deliveries count. */
  isPast: boolean;
  watched: DeliverySummary["watched"];
};

/** "failing since 14:31, 29×", "2 events, last one 15:20". Says all delivered only of a time that was watched whole. */
export function healthWords(webhook: Omit<WebhookHealth, "hours">, options: Options): { tone: Tone; text: string } {
  const { status, events, total, not_delivered, retrying, older, last_at } = webhook;
  const { zone, nowMs, isPast, watched } = options;
  const failing = isPast ? undefined : failingWords(webhook, zone, nowMs);
  if (failing) return { tone: "fault", text: failing };
  if (not_delivered > 0) return { tone: "fault", text: `${formatCount(not_delivered)} not arrived` };
  if (retrying > 0) return { tone: "live", text: `${formatCount(retrying)} not arrived yet` };
  const kind = [status === "active" ? "" : status, events ? countOf(events.length, "event") : ""].filter(Boolean);
  const last =
    last_at !== null
      ? `last one ${momentWords(last_at, zone, nowMs)}`
      : older > 0
        ? `${formatCount(older)} older, time unknown`
        : "no deliveries yet";
  const inTime = total > 0 ? (watched === "all" ? "all arrived" : "no known failures") : "none known in this time";
  return { tone: total > 0 && watched === "all" ? "ok" : "idle", text: [...kind, isPast ? inTime : last].join(", ") };
}
