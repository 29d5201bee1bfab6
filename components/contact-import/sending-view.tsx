"use client";

import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { StatusIcon } from "@/components/ui/status-icon";
import { TimeText } from "@/components/ui/time-text";
import { contactsWord } from "./upload-messages";
import type { ListToSend, Sent } from "./use-send-list";
import { secondsLeft } from "./use-send-list";

type SendingViewProps = { campaign_id: string; list: ListToSend; sent: Sent; onStop: () => void };

/** A list on its way out, and what comes next. */
export function SendingView({ campaign_id, list, sent, onStop }: SendingViewProps) {
  const { sentBytes, totalBytes } = sent;
  const hasLeft = sentBytes >= totalBytes;
  const { leftOut } = list;
  return (
    <div className="up">
      <h2 className="h2" id="import-step" tabIndex={-1}>
        Sending {contactsWord(list.entry.rows)} of <span className="break">{list.entry.file_name}</span>
      </h2>
      <Progress
        isBig
        label="of the file has left this browser"
        note={hasLeft ? "Waiting for the API’s answer" : "One request. The API decides when it is all in"}
        sent={sentBytes}
        total={totalBytes}
        perSecond={hasLeft ? undefined : bytesPerSecond(sent)}
        secondsLeft={hasLeft ? undefined : secondsLeft(sent)}
      />
      <ol className="log-steps" aria-label="Steps of sending">
        <li>
          <StatusIcon tone="ok" tinted /> <Clock at={list.preparedMs} />
          <span>
            Put back together as CSV with <span className="mono">phone_number</span> and{" "}
            <span className="mono">name</span>
            {leftOut > 0 && `; ${leftOut.toLocaleString("en-US")} rows left out`}
          </span>
        </li>
        <li>
          <StatusIcon tone={hasLeft ? "ok" : "live"} tinted /> <Clock at={Date.parse(sent.at)} />
          <span>
            {hasLeft ? "Sent" : "Sending"} to campaign <span className="mono">{campaign_id}</span>
          </span>
        </li>
        <li>
          <StatusIcon tone={hasLeft ? "live" : "idle"} tinted /> <span className="dim">{hasLeft ? "now" : "next"}</span>
          <span>The API’s answer, shown whole</span>
        </li>
      </ol>
      <div className="stop-row">
        <Button variant="stop" icon="x" onClick={onStop}>
          Stop sending
        </Button>
        <span className="note">
          If you stop, the API may already have some of the file. Its contract does not say what it keeps. You may look
          at other pages meanwhile; closing this tab stops it.
        </span>
      </div>
    </div>
  );
}

const Clock = ({ at }: { at: number }) => <TimeText at={new Date(at).toISOString()} variant="clock" />;

/** Undefined until there is a pace to speak of, as the time that is left. */
function bytesPerSecond(sent: Sent): number | undefined {
  const left = secondsLeft(sent);
  return left ? (sent.totalBytes - sent.sentBytes) / left : undefined;
}
