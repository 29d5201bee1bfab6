import { type ReactNode, useState } from "react";
import { useMay } from "@/components/query/use-me";
import { CallLink } from "@/components/record/call-link";
import { PhoneNumber } from "@/components/record/phone-number";
import { deferred } from "@/components/ui/browser/deferred";
import { LinkButton } from "@/components/ui/buttons/button";
import { linkClass } from "@/components/ui/buttons/button-class";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { Link } from "@/components/ui/buttons/link";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { TimeText } from "@/components/ui/time/time-text";
import { type FactName, factNames } from "@/lib/contract/console/inbox/facts";
import { choosePath, type ReceivedDetail } from "@/lib/contract/console/inbox/received";
import { idToPath } from "@/lib/contract/identifier";
import { endedReason } from "@/lib/contract/shapes/call";
import { visibleControls } from "@/lib/format/format-raw";
import { formatSpan } from "@/lib/format/format-time";
import { factLabels } from "./fact-labels";

const ChoosePath = deferred(async () => (await import("./choose-path")).ChoosePath);

export function EventFacts({ event }: { event: ReceivedDetail }) {
  const [isChoosing, setIsChoosing] = useState(false);
  const mayChoose = useMay(choosePath) && event.choices.length > 0;
  const values = factNames.map((fact) => ({ fact, value: factValue(event, fact), found: event.paths[fact] }));
  const missing = values.filter(({ value }) => value === undefined).map(({ fact }) => factLabels[fact].toLowerCase());
  const notFound = [...missing, ...(event.delivery_id === null ? ["delivery ID"] : [])];
  const isAnyConfirmed = values.some(({ found }) => found?.is_confirmed);
  return (
    <>
      <dl>
        {values
          .filter(({ value }) => value !== undefined)
          .map(({ fact, value, found }) => (
            <div
              key={fact}
              className="grid grid-cols-[86px_minmax(0,1fr)_minmax(0,auto)] items-baseline gap-x-2.5 border-b border-rule py-1.5 max-narrow:grid-cols-[86px_minmax(0,1fr)]"
            >
              <dt className="text-ink-3">{factLabels[fact]}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
              <dd className="flex items-baseline justify-end gap-1.5 text-ink-3 max-narrow:col-start-2 max-narrow:justify-start">
                {found && <code className="max-w-[150px] text-sm wrap-anywhere">{found.path}</code>}
                {found?.is_zoneless && <span className="text-sm">sent without a zone, read as UTC</span>}
                {found?.chosen_by && <span className="text-sm">chosen by {found.chosen_by}</span>}
                {found?.is_confirmed && (
                  <span title="The platform answers for such an ID">
                    <StatusIcon tone="ok" tinted />
                    <span className="sr-only">confirmed</span>
                  </span>
                )}
              </dd>
            </div>
          ))}
        {event.delivery_id !== null && (
          <div className="grid grid-cols-[86px_minmax(0,1fr)] items-baseline gap-x-2.5 border-b border-rule py-1.5">
            <dt className="text-ink-3">Delivery</dt>
            <dd className="min-w-0">
              <CopyId id={event.delivery_id} />
            </dd>
          </div>
        )}
      </dl>
      {notFound.length > 0 && <p className="mt-2 text-sm text-ink-3">Not found: {notFound.join(", ")}.</p>}
      {isAnyConfirmed && (
        <p className="mt-2 flex items-baseline gap-1.5 text-sm text-ink-3">
          <StatusIcon tone="ok" tinted />
          confirmed by reading such records from the platform
        </p>
      )}
      {mayChoose && (
        <LinkButton className="mt-1.5" aria-haspopup="dialog" onClick={() => setIsChoosing(true)}>
          Choose another path
        </LinkButton>
      )}
      {isChoosing && <ChoosePath event={event} onClose={() => setIsChoosing(false)} />}
    </>
  );
}

function factValue(event: ReceivedDetail, fact: FactName): ReactNode {
  const { campaign_id, campaign_name, assistant_id, call_id, session_id, contact, own_number, reason } = event;
  const times: Partial<Record<FactName, string | null>> = {
    ...{ started: event.started_at, answered: event.answered_at, ended: event.ended_at },
  };
  const time = times[fact];
  if (time) return <TimeText at={time} variant="short-time" />;
  if (fact === "call" && call_id) return <CallIdLink call_id={call_id} />;
  if (fact === "campaign" && campaign_id)
    return <IdLink href={`/campaigns/${idToPath(campaign_id)}`} id={campaign_id} name={campaign_name} />;
  if (fact === "assistant" && assistant_id)
    return <IdLink href={`/assistants/${idToPath(assistant_id)}`} id={assistant_id} />;
  if (fact === "session" && session_id) return <CopyId id={session_id} />;
  if (fact === "contact" && contact) return <PhoneNumber number={`+${contact}`} copyable />;
  if (fact === "own" && own_number) return <PhoneNumber number={`+${own_number}`} copyable />;
  if (fact === "reason" && reason) return endedReason(reason)?.label ?? visibleControls(reason);
  if (fact === "seconds" && event.seconds !== null) return formatSpan(event.seconds, true);
  const words: Partial<Record<FactName, string | null>> = {
    ...{ contact_name: event.contact_name, direction: event.direction, status: event.status },
  };
  const word = words[fact];
  return word ? visibleControls(word) : undefined;
}

const CallIdLink = ({ call_id }: { call_id: string }) => (
  <span className="inline-flex max-w-full min-w-0 items-baseline gap-1">
    <CallLink call_id={call_id} className={`${linkClass} font-mono text-sm`}>
      {visibleControls(call_id)}
    </CallLink>
    <CopyId id={call_id} isIcon />
  </span>
);

const IdLink = ({ href, id, name }: { href: string; id: string; name?: string | null }) => (
  <span className="inline-flex max-w-full min-w-0 items-baseline gap-1">
    <Link className={`${linkClass} ${name ? "" : "font-mono text-sm"}`} href={href}>
      {visibleControls(name ?? id)}
    </Link>
    <CopyId id={id} isIcon />
  </span>
);
