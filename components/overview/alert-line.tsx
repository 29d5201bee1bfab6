import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useMay } from "@/components/query/use-me";
import { AddNote, NoteRow } from "@/components/record/notes";
import { PhoneNumber } from "@/components/record/phone-number";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { isSeenSince } from "@/lib/contract/console/alert-rule-ids";
import { type Alert, acknowledgeAlerts, resolveAlerts } from "@/lib/contract/console/alerts";
import { listNotes } from "@/lib/contract/console/notes";
import { type AlertTarget, useAlertSend } from "./use-alert-send";

const SnoozeDialog = deferred(async () => (await import("./snooze-dialog")).SnoozeDialog);

type AlertLineProps = {
  line: Pick<Alert, "tone" | "subject" | "is_phone" | "message" | "why" | "since" | "changed_at"> & {
    count: number;
    owner: string | null;
    isTaken: boolean;
  };
  target: AlertTarget;
  /** The one alert; undefined for a group of several. */
  id: string | undefined;
  link: ReactNode;
  children?: ReactNode;
};

const rowClass = [
  "grid grid-cols-[12px_minmax(0,1fr)_auto] items-center gap-x-3 border-t border-rule px-(--gutter) py-[11px]",
  "max-mid:grid-cols-[12px_minmax(0,1fr)] [&>svg]:mt-1 [&>svg]:self-start",
].join(" ");

const actionsClass = [
  "grid grid-cols-[auto_116px_96px] items-center justify-items-center gap-x-1 max-mid:col-start-2 max-mid:mt-1.5 max-mid:-ml-px",
  "max-mid:flex max-mid:flex-wrap max-mid:justify-start print:hidden",
].join(" ");

/** An alert or a group of them: its sentence, reason and age, and what can be done. */
export function AlertLine({ line, target, id, link, children }: AlertLineProps) {
  const { tone, subject, is_phone, message, why, owner } = line;
  const maySend = useMay(changeOf(line).op);
  return (
    <li className={rowClass}>
      <StatusIcon tone={tone} tinted />
      <div className="min-w-0 wrap-anywhere">
        <div>
          <b className="font-[550]">{is_phone ? <PhoneNumber number={subject} /> : subject}</b> {message}
        </div>
        {why && <div className="text-ink-2">{why}</div>}
        <div className="text-sm/[18px] text-ink-3">
          <Age line={line} target={target} />
          {owner && ` · ${owner}`}
          {id !== undefined && maySend && (
            <>
              {" · "}
              <AddNote resource="alerts" id={id} />
            </>
          )}
        </div>
        {id !== undefined && <AlertNotes id={id} />}
      </div>
      <div className={maySend ? actionsClass : "max-mid:col-start-2 max-mid:mt-1.5 print:hidden"}>
        {link}
        {maySend && <AlertActions line={line} target={target} />}
      </div>
      {children}
    </li>
  );
}

/** The next step of an alert: first somebody acknowledges it, then they resolve it. */
const changeOf = ({ isTaken }: AlertLineProps["line"]) =>
  isTaken
    ? ({ op: resolveAlerts, verb: "Resolve", done: "Resolved" } as const)
    : ({ op: acknowledgeAlerts, verb: "Acknowledge", done: "Acknowledged" } as const);

function AlertActions({ line, target }: Pick<AlertLineProps, "line" | "target">) {
  const { subject, message, count } = line;
  const { op, verb, done } = changeOf(line);
  const change = useAlertSend(op, done);
  const [isAsking, setIsAsking] = useState(false);
  const all = count > 1 ? " all" : "";
  return (
    <>
      <Button
        size="small"
        variant="bare"
        data-acknowledge
        aria-label={`${verb}${all}: ${subject} ${message}`}
        isSending={change.isPending}
        sendingLabel="…"
        onClick={() => change.mutate(target)}
      >
        {verb}
        {all}
      </Button>
      <Button
        size="small"
        variant="bare"
        aria-haspopup="dialog"
        load={SnoozeDialog.load}
        aria-label={`Snooze${all}: ${subject} ${message}`}
        onClick={() => setIsAsking(true)}
      >
        Snooze{all}…
      </Button>
      {isAsking && (
        <SnoozeDialog target={target} sentence={`${subject} ${message}`} onClose={() => setIsAsking(false)} />
      )}
    </>
  );
}

function AlertNotes({ id }: { id: string }) {
  const notes =
    useQuery(read(listNotes, { resource: "alerts" })).data?.value.data.filter(({ ref }) => ref === id) ?? [];
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Notes" className="mt-1">
      {notes.map((note) => (
        <NoteRow key={note.id} resource="alerts" note={note} />
      ))}
    </ul>
  );
}

function Age({ line: { since, changed_at, count }, target }: Pick<AlertLineProps, "line" | "target">) {
  return (
    <>
      {count > 1 ? "the first " : ""}
      {(changed_at !== null || isSeenSince(target.rule)) && "seen "}since <TimeText at={since} variant="clock" quiet />,{" "}
      <TimeText at={since} variant="relative" quiet />
      {changed_at && (
        <>
          ; the record changed <TimeText at={changed_at} variant="moment" quiet />
        </>
      )}
    </>
  );
}
