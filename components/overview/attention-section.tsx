import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { QueryView } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button, ButtonLink, LinkButton } from "@/components/ui/buttons/button";
import { linkClass } from "@/components/ui/buttons/button-class";
import { Icon } from "@/components/ui/buttons/icon";
import { Link } from "@/components/ui/buttons/link";
import { moreClass, sectionHeadClass } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import {
  type Alert,
  type AlertGroup,
  type listAlertGroups,
  listAlerts,
  wakeAlerts,
} from "@/lib/contract/console/alerts";
import type { OutputOf } from "@/lib/contract/operation";
import { countOf, formatCount } from "@/lib/format/format-count";
import { AlertLine } from "./alert-line";
import { useAlertSend } from "./use-alert-send";
import type { Overview } from "./use-overview";
import { useRowKeys } from "./use-row-keys";

const shownGroups = 7;
const shownAlerts = 20;

/** Groups of current alerts, most severe first. `?rule=` opens one. */
export function AttentionSection({ groups }: Pick<Overview, "groups">) {
  const all = groups.data?.value.data ?? [];
  const [shown, snoozed] = [all.filter((group) => !group.snoozed), all.filter((group) => group.snoozed)];
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className="pt-3.5" aria-labelledby="needs-attention">
      <div className={`mb-1.5 px-(--gutter) ${sectionHeadClass}`}>
        <h2 id="needs-attention">Needs attention</h2>
        {shown.length > 0 && <span className="text-ink-3">{shown.length}</span>}
        {snoozed.length > 0 && (
          <span className={moreClass}>
            <LinkButton aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {formatCount(snoozed.reduce((sum, { count }) => sum + count, 0))} snoozed
            </LinkButton>
          </span>
        )}
      </div>
      <QueryView query={groups} label="what needs attention" rows={3}>
        {({ value }) => (
          <>
            <Groups groups={shown} />
            {isOpen && <Snoozed groups={snoozed} />}
            {value.notes && <Notes notes={value.notes} />}
          </>
        )}
      </QueryView>
    </section>
  );
}

function Groups({ groups }: { groups: readonly AlertGroup[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [isAll, setIsAll] = useState(false);
  useRowKeys(list);
  if (groups.length === 0)
    return <p className="border-t border-rule px-(--gutter) pt-2.5 pb-3.5 text-ink-3">No alerts need attention.</p>;
  return (
    <>
      <ul ref={list}>
        {groups.slice(0, isAll ? undefined : shownGroups).map((group) => (
          <GroupLine key={group.rule} group={group} />
        ))}
      </ul>
      {!isAll && groups.length > shownGroups && (
        <MoreButton label={`All ${groups.length}`} onClick={() => setIsAll(true)} />
      )}
    </>
  );
}

function GroupLine({ group }: { group: AlertGroup }) {
  const { rule, only, count, open, owners, is_mine } = group;
  const url = useUrlState();
  const isOpen = !only && url.get("rule") === rule;
  const names = is_mine ? "you" : owners.join(", ");
  const owner = owners.length > 0 && `${open > 0 ? `${formatCount(count - open)} ` : ""}acknowledged by ${names}`;
  return (
    <AlertLine
      line={{ ...group, changed_at: only?.changed_at ?? null, count, owner: owner || null, isTaken: open === 0 }}
      target={{ rule }}
      id={only?.id}
      link={
        only ? (
          <ButtonLink size="small" href={only.href} data-row>
            {only.link}
          </ButtonLink>
        ) : (
          <Button
            size="small"
            data-row
            aria-expanded={isOpen}
            aria-label={`${isOpen ? "Close" : "Open"}: ${group.subject} ${group.message}`}
            onClick={() => url.set({ rule: isOpen ? undefined : rule }, { replaces: true })}
          >
            {isOpen ? "Close" : `Open ${formatCount(count)}`}
          </Button>
        )
      }
    >
      {isOpen && <GroupAlerts group={group} />}
    </AlertLine>
  );
}

function GroupAlerts({ group: { rule, subject, message, why } }: { group: AlertGroup }) {
  const [isAll, setIsAll] = useState(false);
  const alerts = useQuery(read(listAlerts, { rule }));
  return (
    <div className="col-span-full mt-2.5 -mb-[11px] -mr-(--gutter) border-l-2 border-rule-2 [--gutter:16px]">
      <QueryView query={alerts} label="the alerts" rows={2}>
        {({ value }) => {
          const rows = value.data.filter(({ snoozed }) => !snoozed);
          return (
            <>
              <ul aria-label={`${subject} ${message}`}>
                {rows.slice(0, isAll ? undefined : shownAlerts).map((alert) => (
                  <SingleAlert key={alert.id} alert={alert} groupWhy={why} />
                ))}
              </ul>
              {!isAll && rows.length > shownAlerts && (
                <MoreButton
                  label={`Show ${formatCount(rows.length - shownAlerts)} more`}
                  onClick={() => setIsAll(true)}
                />
              )}
            </>
          );
        }}
      </QueryView>
    </div>
  );
}

/** Leaves out a reason that the line of the group says already. */
function SingleAlert({ alert, groupWhy }: { alert: Alert; groupWhy: string }) {
  const { id, rule, owner, is_mine, href, link, why } = alert;
  const isSameWhy = why !== "" && groupWhy.endsWith(why);
  const owned = owner === null ? null : `acknowledged by ${is_mine ? "you" : owner}`;
  return (
    <AlertLine
      line={{ ...alert, why: isSameWhy ? "" : why, count: 1, owner: owned, isTaken: owner !== null }}
      target={{ rule, alert_id: id }}
      id={id}
      link={
        <ButtonLink size="small" href={href} data-row>
          {link}
        </ButtonLink>
      }
    />
  );
}

function MoreButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <p className="border-t border-rule px-(--gutter) py-2.5">
      <Button size="small" onClick={onClick}>
        {label}
      </Button>
    </p>
  );
}

/** Snoozed alerts are still true, so they stay available. */
function Snoozed({ groups }: { groups: readonly AlertGroup[] }) {
  const wake = useAlertSend(wakeAlerts, "Shown again");
  const mayWake = useMay(wakeAlerts);
  return (
    <ul aria-label="Snoozed" className="border-t border-rule px-(--gutter) pt-1 pb-2 text-sm leading-5">
      {groups.map(({ rule, subject, message, snoozed }) => (
        <li key={rule} className="flex flex-wrap items-center justify-between gap-x-4 py-[5px] text-ink-2">
          <span className="min-w-0 wrap-anywhere">
            {subject} {message}{" "}
            <span className="text-ink-3">
              {snoozed?.for_everyone ? `for everyone, by ${snoozed.by}` : "for you"}
              {snoozed?.reason && `: ${snoozed.reason}`}
            </span>
          </span>
          <span className="text-ink-3">
            {snoozed?.until ? (
              <>
                back <TimeText at={snoozed.until} variant="short-time" quiet />
              </>
            ) : (
              "until it changes"
            )}
            {mayWake && (
              <Button
                size="small"
                variant="bare"
                className="ml-2"
                aria-label={`Show again: ${subject} ${message}`}
                onClick={() => wake.mutate({ rule })}
              >
                Show again
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

type Notes = NonNullable<OutputOf<typeof listAlertGroups>["notes"]>;

function Notes({ notes: { words, fields } }: { notes: Notes }) {
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
        <Link className={`whitespace-nowrap ${linkClass}`} href="/settings/platform/unknown">
          Review
        </Link>
      </span>
    </p>
  );
}

/** Sentence under the title. Names a failed read, because an empty list would look like no problems. */
export function attentionMessage({ data, error }: Pick<Overview["groups"], "data" | "error">): string {
  if (!data) return error ? "Alerts could not be loaded." : "Checking for problems.";
  const groups = data.value.data.filter(({ snoozed }) => !snoozed);
  const takenCount = groups.filter(({ open }) => open === 0).length;
  if (groups.length === 0) return "Nothing needs attention.";
  const things = `${countOf(groups.length, "thing needs", "things need")} attention`;
  if (takenCount === 0) return `${things}.`;
  return `${things}, ${groups.length === 1 ? "and it" : takenCount} ${groups.length === 1 || takenCount === 1 ? "is" : "are"} acknowledged.`;
}
