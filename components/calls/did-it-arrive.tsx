import { useQuery } from "@tanstack/react-query";
import { linkClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { Section } from "@/components/ui/page/section";
import { useNow } from "@/components/ui/time/use-now";
import { useZone } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import {
  type CallDeliveries,
  getCallDeliveries,
  type WebhookDeliveries,
} from "@/lib/contract/console/inbox/call-deliveries";
import { eventKey } from "@/lib/contract/console/webhook-log/deliveries";
import { visibleControls } from "@/lib/format/format-raw";
import {
  arrivalTime,
  arrivalTones,
  arrivalWords,
  countedTime,
  countedWords,
  customersOf,
  deliveriesHref,
  ourAddressWords,
  webhookName,
} from "./arrival-words";
import type { CordStep } from "./path-steps";

const againMs = 15_000;

/** How each webhook got the events of a call. Read again while something can still change. */
export function useCallDeliveries(call_id: string): CallDeliveries | undefined {
  const isOpen = ({ state }: WebhookDeliveries) => state === "retrying" || state === "not_read" || state === "missing";
  return useQuery({
    ...read(getCallDeliveries, { call_id }),
    refetchInterval: ({ state: { data } }) => {
      const deliveries = (data?.raw as { data?: CallDeliveries } | undefined)?.data;
      return deliveries?.webhooks.some(isOpen) ? againMs : false;
    },
  }).data?.value.data;
}

type DidItArriveProps = { deliveries: CallDeliveries; className?: string };

/** One line for each customer's webhook, the worst first. */
export function DidItArrive({ deliveries, className = "" }: DidItArriveProps) {
  const zone = useZone();
  const { counted } = deliveries;
  const webhooks = customersOf(deliveries);
  if (!counted) return null;
  return (
    <Section title="Did it arrive?" className={className}>
      {webhooks.length === 0 && <p>The log has no delivery of these events to a webhook of a customer.</p>}
      <ul>
        {webhooks.map((webhook) => (
          <WebhookLine key={webhook.webhook_id} webhook={webhook} href={deliveriesHref(webhook, counted)} />
        ))}
      </ul>
      {webhooks.length > 0 && (
        <p className="mt-2 text-sm/[17px] text-ink-3">{countedWords(webhooks, countedTime(counted, zone))}</p>
      )}
    </Section>
  );
}

function WebhookLine({ webhook, href }: { webhook: WebhookDeliveries; href: string }) {
  const nowMs = useNow(10_000);
  const tone = arrivalTones[webhook.state];
  const isBad = tone === "fault" || tone === "live" || tone === "wait";
  const time = nowMs === undefined ? undefined : arrivalTime(webhook, nowMs);
  return (
    <li className="grid grid-cols-[12px_minmax(0,1fr)_auto] items-baseline gap-x-2.5 border-t border-rule py-[7px]">
      <StatusIcon tone={tone} tinted className="self-center" />
      <Link className={`min-w-0 wrap-anywhere ${linkClass}`} href={href} title={webhook.url ?? webhook.webhook_id}>
        {webhookName(webhook)}
      </Link>
      <span className={`text-sm/5 ${isBad && time ? "font-semibold text-wait-ink" : "text-ink-3"}`}>{time}</span>
      <small className="col-[2/-1] text-sm/[17px] wrap-anywhere text-ink-2">{arrivalWords(webhook)}</small>
    </li>
  );
}

type ReachedProps = {
  call_id: string;
  /** Steps of the time line with the events that were received. */
  steps: readonly CordStep[];
  deliveries: CallDeliveries | undefined;
};

/** Events of a call that arrived at Switchboard's own address. */
export function ReachedSwitchboard({ call_id, steps, deliveries }: ReachedProps) {
  const received = steps.flatMap(({ event, laterMs }) => (event ? [{ event, laterMs }] : []));
  const ours = deliveries?.webhooks.filter(({ our_address }) => our_address !== null) ?? [];
  if (received.length === 0 && ours.length === 0) return null;
  return (
    <Section
      title="Reached Switchboard"
      more={
        <Link className={linkClass} href={`/webhooks?${new URLSearchParams({ call: call_id, time: "all" })}`}>
          Show in the log
        </Link>
      }
    >
      {received.length === 0 && <p>No event of this call was received.</p>}
      <ul>
        {received.map(({ event, laterMs }) => (
          <li
            key={event.id}
            className="grid grid-cols-[12px_minmax(0,1fr)_auto] items-baseline gap-x-2.5 border-t border-rule py-[7px]"
          >
            <StatusIcon tone="ok" tinted className="self-center" />
            <code className="wrap-anywhere">{visibleControls(event.name ?? "without a name")}</code>
            <span className="text-sm/5 text-ink-3">
              {laterMs !== undefined && `${(laterMs / 1_000).toFixed(1)} s later `}
              <Link
                className={linkClass}
                href={`/webhooks?${new URLSearchParams({ entry: eventKey(event.id), time: "all" })}`}
              >
                Open
              </Link>
            </span>
          </li>
        ))}
      </ul>
      {ours.map((webhook) => (
        <p key={webhook.webhook_id} className="mt-2 text-sm/[17px] wrap-anywhere text-ink-3">
          {ourAddressWords(webhook)}
        </p>
      ))}
    </Section>
  );
}
