"use client";

import { useRef, useState } from "react";
import { QueryView } from "@/components/query/query-view";
import { PhoneNumber } from "@/components/record/phone-number";
import { useOwnSend } from "@/components/send/use-send-fault";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { useKeys } from "@/components/ui/browser/use-keys";
import { Button, ButtonLink } from "@/components/ui/buttons/button";
import { linkButtonClass, linkClass } from "@/components/ui/buttons/button-class";
import { Icon } from "@/components/ui/buttons/icon";
import { Link } from "@/components/ui/buttons/link";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { moreClass, sectionHeadClass } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { type Alert, acknowledgeAlert, resolveAlert, wakeAlert } from "@/lib/contract/console/alerts";
import type { OutputOf } from "@/lib/contract/operation";
import { countOf, formatCount } from "@/lib/format/format-count";
import type { Overview } from "./use-overview";

const SnoozeDialog = deferred(async () => (await import("@/components/send/snooze-dialog")).SnoozeDialog);

type AlertList = OutputOf<typeof import("@/lib/contract/console/alerts").listAlerts>;

/** Current alerts, most urgent first. */
export function AttentionSection({ alerts }: Pick<Overview, "alerts">) {
  const all = alerts.data?.value.data ?? [];
  const [shown, snoozed] = [all.filter((alert) => !alert.snoozed), all.filter((alert) => alert.snoozed)];
  const [isOpen, setIsOpen] = useState(false);
  useAtRest(SnoozeDialog.load);
  return (
    <section className="pt-3.5" aria-labelledby="needs-attention">
      <div className={`mb-1.5 px-(--gutter) ${sectionHeadClass}`}>
        <h2 id="needs-attention">Needs attention</h2>
        {shown.length > 0 && <span className="text-ink-3">{shown.length}</span>}
        {snoozed.length > 0 && (
          <span className={moreClass}>
            <button type="button" className={linkButtonClass} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {snoozed.length} snoozed
            </button>
          </span>
        )}
      </div>
      <QueryView query={alerts} label="what needs attention" rows={3}>
        {({ value }) => (
          <>
            <Rows rows={shown} />
            {isOpen && <Snoozed rows={snoozed} />}
            {value.notes && <Notes notes={value.notes} />}
          </>
        )}
      </QueryView>
    </section>
  );
}

const firstRows = 20;

function Rows({ rows }: { rows: readonly Alert[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [isAll, setIsAll] = useState(false);
  useRowKeys(list);
  if (rows.length === 0)
    return <p className="border-t border-rule px-(--gutter) pt-2.5 pb-3.5 text-ink-3">No alerts need attention.</p>;
  return (
    <>
      <ul ref={list}>
        {rows.slice(0, isAll ? undefined : firstRows).map((alert) => (
          <AttentionRow key={alert.id} alert={alert} />
        ))}
      </ul>
      {!isAll && rows.length > firstRows && (
        <p className="border-t border-rule px-(--gutter) py-2.5">
          <Button size="small" onClick={() => setIsAll(true)}>
            Show {formatCount(rows.length - firstRows)} more
          </Button>
        </p>
      )}
    </>
  );
}

/** J and K move the focus between the rows' links. */
function useRowKeys(list: { current: HTMLUListElement | null }) {
  const step = (by: number) => {
    const links = [...(list.current?.querySelectorAll<Element>("a[data-need]") ?? [])];
    const index = document.activeElement ? links.indexOf(document.activeElement) : -1;
    const next =
      links[index < 0 ? (by > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, index + by))];
    if (next instanceof HTMLElement) next.focus();
  };
  useKeys({ J: () => step(1), K: () => step(-1) });
}

const rowClass = [
  "grid grid-cols-[12px_minmax(0,1fr)_auto] items-center gap-x-3 border-t border-rule px-(--gutter) py-[11px] hover:bg-hover",
  "max-mid:grid-cols-[12px_minmax(0,1fr)] [&>svg]:mt-1 [&>svg]:self-start",
].join(" ");

function AttentionRow({ alert }: { alert: Alert }) {
  const { id, tone, message, why, since, changed_at, owner, is_mine, href, link } = alert;
  const [isAsking, setIsAsking] = useState(false);
  const op = owner === null ? acknowledgeAlert : resolveAlert;
  const ownership = useOwnSend(op, op.label);
  const sentence = sentenceOf(alert);
  return (
    <li className={rowClass}>
      <StatusIcon tone={tone} tinted />
      <div className="min-w-0 wrap-anywhere">
        <div>
          <Subject alert={alert} /> {message}
        </div>
        {why && <div className="text-ink-2">{why}</div>}
        <div className="text-sm/[18px] text-ink-3">
          {changed_at && "seen "}since <TimeText at={since} variant="clock" quiet />,{" "}
          <TimeText at={since} variant="relative" quiet />
          {changed_at && (
            <>
              ; the record changed <TimeText at={changed_at} variant="moment" quiet />
            </>
          )}
          {owner && ` · ${is_mine ? "you have" : `${owner} has`} it`}
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-x-1 gap-y-1.5 max-mid:col-start-2 max-mid:mt-1.5 max-mid:-ml-px max-mid:justify-start print:hidden">
        <ButtonLink size="small" href={href} data-need>
          {link}
        </ButtonLink>
        <Button
          size="small"
          variant="bare"
          aria-haspopup="dialog"
          aria-label={`Snooze: ${sentence}`}
          onClick={() => setIsAsking(true)}
        >
          Snooze…
        </Button>
        <Button
          size="small"
          variant="bare"
          aria-label={`${owner === null ? "Acknowledge" : "Resolve"}: ${sentence}`}
          isSending={ownership.isPending}
          sendingLabel="…"
          onClick={() => ownership.mutate({ alert_id: id })}
        >
          {owner === null ? "Acknowledge" : "Resolve"}
        </Button>
      </div>
      {isAsking && <SnoozeDialog alert={alert} onClose={() => setIsAsking(false)} />}
    </li>
  );
}

function Subject({ alert: { subject, is_phone } }: { alert: Alert }) {
  return <b className="font-[550]">{is_phone ? <PhoneNumber number={subject} /> : subject}</b>;
}

const sentenceOf = ({ subject, message }: Pick<Alert, "subject" | "message">) => `${subject} ${message}`;

/** Snoozed alerts are still true, so they stay available. */
function Snoozed({ rows }: { rows: readonly Alert[] }) {
  const wake = useOwnSend(wakeAlert, wakeAlert.label);
  return (
    <ul aria-label="Snoozed" className="border-t border-rule px-(--gutter) pt-1 pb-2 text-sm leading-5">
      {rows.map((alert) => (
        <li key={alert.id} className="flex flex-wrap items-center justify-between gap-x-4 py-[5px] text-ink-2">
          <span className="min-w-0 wrap-anywhere">
            <Link className={linkClass} href={alert.href}>
              {sentenceOf(alert)}
            </Link>{" "}
            <span className="text-ink-3">
              {alert.snoozed?.for_everyone ? `for everyone, by ${alert.snoozed.by}` : "for you"}
              {alert.snoozed?.reason && `: ${alert.snoozed.reason}`}
            </span>
          </span>
          <span className="text-ink-3">
            {alert.snoozed?.until ? (
              <>
                back <TimeText at={alert.snoozed.until} variant="short-time" quiet />
              </>
            ) : (
              "until it changes"
            )}
            <Button
              size="small"
              variant="bare"
              className="ml-2"
              aria-label={`Show again: ${sentenceOf(alert)}`}
              onClick={() => wake.mutate({ alert_id: alert.id })}
            >
              Show again
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Notes for admins that affect no customer. */
function Notes({ notes: { words, fields } }: { notes: NonNullable<AlertList["notes"]> }) {
  if (words + fields === 0) return null;
  const parts = [
    ...(words > 0 ? [countOf(words, "unknown status", "unknown statuses")] : []),
    ...(fields > 0 ? [countOf(fields, "unexpected field")] : []),
  ];
  return (
    <p className="flex items-start gap-2.5 border-t border-rule px-(--gutter) py-2.5 text-sm/5 text-ink-3">
      <Icon name="info" small className="mt-0.5 flex-none" />
      <span>
        {parts.join(" and ")}.{" "}
        <Link className={`whitespace-nowrap ${linkClass}`} href="/settings/differences">
          Review
        </Link>
      </span>
    </p>
  );
}

/** Sentence under the title. Names a failed read, because an empty list would look like no problems. */
export function attentionMessage({ data, error }: Pick<Overview["alerts"], "data" | "error">): string {
  if (!data) return error ? "Alerts could not be loaded." : "Checking for problems.";
  const open = data.value.data.filter(({ snoozed }) => !snoozed);
  const acknowledgedCount = open.filter(({ owner }) => owner !== null).length;
  if (open.length === 0) return "Nothing needs attention.";
  const problemsText = `${countOf(open.length, "problem")} ${open.length === 1 ? "needs" : "need"} attention`;
  return acknowledgedCount === 0
    ? `${problemsText}.`
    : `${problemsText}, ${open.length === 1 ? "and it is" : `${acknowledgedCount} of them ${acknowledgedCount === 1 ? "is" : "are"}`} acknowledged.`;
}
