"use client";

import { formatAgo, formatDateTime, localZoneName, type SentTime } from "@/lib/format/format-time";
import { CopyButton } from "./copy-button";
import { useNow } from "./use-now";

export type TimePopoverProps = { sent: string; parsed: SentTime };

export function TimePopover({ sent, parsed }: TimePopoverProps) {
  const now = useNow() ?? Date.now();
  return (
    <>
      <dl className="pop-dl">
        <dt>UTC</dt>
        <dd>{formatDateTime(parsed.ms, "utc")}</dd>
        <dt>{localZoneName()}</dt>
        <dd>{formatDateTime(parsed.ms, "local")}</dd>
        <dt>Ago</dt>
        <dd>{formatAgo(parsed.ms, now, true).replace(/ ago$/, "")}</dd>
        <dt>As sent</dt>
        <dd className="mono">{sent}</dd>
      </dl>
      {parsed.isEpoch && <p className="note">Sent as a number, read as time since 1970.</p>}
      {!parsed.isZoned && <p className="note">Sent without a zone, read as UTC.</p>}
      <CopyButton text={sent} name={sent} size="small" variant="bare">
        Copy as sent
      </CopyButton>
    </>
  );
}
