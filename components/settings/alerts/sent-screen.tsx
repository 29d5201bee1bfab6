"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DataColumn } from "@/components/data-table/data-columns";
import { TableSection } from "@/components/data-table/table-section";
import { Status } from "@/components/status/status";
import { linkButtonClass } from "@/components/ui/buttons/button-class";
import { sectionsClass } from "@/components/ui/page/section";
import { StateMessage } from "@/components/ui/page/state-message";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import { type AlertMessage, listAlertMessages } from "@/lib/contract/console/alert-settings";
import { countOf, formatCount } from "@/lib/format/format-count";
import { formatClock } from "@/lib/format/format-time";
import { SettingsPage } from "../settings-frame";

const columns: readonly DataColumn<AlertMessage>[] = [
  {
    id: "time",
    header: "Time",
    cell: ({ at }) => <TimeText at={at} variant="short-time" quiet />,
    fit: true,
    className: "max-narrow:order-2 max-narrow:text-ink-3",
  },
  {
    id: "alert",
    header: "Alert",
    cell: (message) => <Titles message={message} />,
    isRowHeader: true,
    className: "max-narrow:order-1 max-narrow:col-span-2 max-narrow:text-left",
  },
  {
    id: "to",
    header: "To",
    cell: ({ to, problem }) => {
      const text = problem ? `${to}: “${problem}”` : to;
      return <span title={text}>{text}</span>;
    },
    className: "max-narrow:order-4 max-narrow:col-span-2 max-narrow:text-left",
  },
  {
    id: "result",
    header: "Result",
    cell: (message) => <Result message={message} />,
    fit: true,
    className: "max-narrow:order-3 max-narrow:text-right",
  },
];

const rowId = ({ id }: AlertMessage) => id;
const limit = 100;

/** Sent alerts with their recipients and results. */
export function SentScreen() {
  const [only, setOnly] = useState<"failed">();
  const messages = useQuery({
    ...read(listAlertMessages, { limit, ...(only ? { only } : {}) }),
    placeholderData: keepPreviousData,
  });
  const { data = [], total = 0, failed = 0 } = messages.data?.value ?? {};
  const more = (failed > 0 || only) && (
    <button
      type="button"
      className={linkButtonClass}
      aria-pressed={only === "failed"}
      onClick={() => setOnly(only ? undefined : "failed")}
    >
      Only failed, {formatCount(failed)}
    </button>
  );
  return (
    <SettingsPage title="Sent alerts" under={{ href: "/settings/alerts", label: "Alerts" }}>
      <div className={sectionsClass()}>
        <TableSection
          title="Messages"
          note="Kept for 400 days"
          more={more}
          query={messages}
          label="the sent alerts"
          empty={
            <StateMessage kind="empty" heading={only ? "Nothing failed" : "No alerts sent yet"}>
              {only ? "Every alert arrived." : "Sent alerts appear here, with their result."}
            </StateMessage>
          }
          name="alert-messages"
          columns={columns}
          rowId={rowId}
          foot={`${formatCount(data.length)} of ${formatCount(only ? failed : total)}`}
        />
      </div>
    </SettingsPage>
  );
}

function Titles({ message: { titles, tested_by, held_from } }: { message: AlertMessage }) {
  const [title = ""] = titles;
  const zone = useZone();
  const more = titles.length - 1;
  return (
    <span title={titles.join(" ")}>
      <b className="font-[550]">{title.replace(/\.$/, "")}</b>
      {more > 0 && `, with ${formatCount(more)} more in one message`}
      {tested_by && `, by ${tested_by}`}
      {held_from && `, held from ${formatClock(Date.parse(held_from), zone)} by quiet hours`}
    </span>
  );
}

function Result({ message: { state, tries, problem } }: { message: AlertMessage }) {
  if (state === "sent") return <Status word="sent" tone="ok" />;
  if (state === "failed") return <Status word={`failed, ${countOf(tries, "try", "tries")}`} tone="fault" />;
  if (state === "dropped") return <Status word="no longer true, not sent" tone="idle" />;
  return problem ? (
    <Status word={`trying again, ${countOf(tries, "try", "tries")}`} tone="wait" />
  ) : (
    <Status word="waiting" tone="live" />
  );
}
