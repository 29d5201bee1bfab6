import { useState } from "react";
import { deferred } from "@/components/ui/browser/deferred";
import { Icon } from "@/components/ui/buttons/icon";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { Popover } from "@/components/ui/overlay/popover";
import type { DeliverySummary } from "@/lib/contract/console/webhook-log/summary";
import { wordsIn } from "@/lib/contract/console/webhook-log/words";
import { countOf } from "@/lib/format/format-count";
import { fromStart } from "./log-list";
import type { WebhookLogState } from "./use-webhook-log";

const WebhookOptions = deferred(async () => (await import("./webhook-options")).WebhookOptions);

export function WebhookChip({ log, summary }: { log: WebhookLogState; summary: DeliverySummary }) {
  const [isOpen, setIsOpen] = useState(false);
  const { url, filter, targets } = log;
  const { words, isExcluded } = wordsIn(filter.webhook);
  const [id, ...more] = words;
  const name = id === undefined ? undefined : (targets.get(id)?.host ?? id);
  const failing = summary.webhooks.filter(({ not_delivered }) => not_delivered > 0).length;
  const chip = (
    <button
      type="button"
      className={`inline-flex h-7 cursor-pointer items-center gap-1.5 rounded-2 border px-[9px] whitespace-nowrap text-ink-2 max-narrow:h-9 ${name ? "border-accent bg-pick" : "border-dashed border-rule-2 hover:border-edge hover:text-ink"}`}
      title={name && `Webhook ${name}`}
    >
      <StatusIcon tone={failing > 0 ? "fault" : summary.total > 0 ? "ok" : "idle"} tinted />
      {name === undefined ? (
        <b className="font-[550] text-ink">{countOf(summary.webhooks_known, "webhook")}</b>
      ) : (
        <b className="max-w-[16em] truncate font-[550] text-ink">
          {isExcluded && "not "}
          {name}
          {more.length > 0 && ` and ${more.length} more`}
        </b>
      )}
      {name === undefined && failing > 0 && `${failing} failing`}
      <Icon name="down" small />
    </button>
  );
  return (
    <Popover
      trigger={chip}
      label="Webhooks"
      load={WebhookOptions.load}
      look="menu"
      open={isOpen}
      onOpenChange={setIsOpen}
    >
      <WebhookOptions
        log={log}
        summary={summary}
        onChoose={(webhook) => {
          setIsOpen(false);
          url.set({ webhook, ...fromStart });
        }}
      />
    </Popover>
  );
}
