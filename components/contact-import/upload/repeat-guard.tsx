"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Notice } from "@/components/ui/page/notice";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { listImports } from "@/lib/contract/console/imports";
import { outcomeMessage } from "./outcome-messages";

type RepeatGuardProps = {
  campaign_id: string;
  sha256: string;
  onKnown: (timesBefore: TimesBefore) => void;
};

/** How often this very list was sent before: `unknown` where the journal failed, undefined until it was asked now. */
export type TimesBefore = number | "unknown" | undefined;

/** Whether this very list was sent to this campaign before. Where the journal cannot be read, that is said. */
export function RepeatGuard({ campaign_id, sha256, onKnown }: RepeatGuardProps) {
  const query = useQuery({ ...read(listImports, { campaign_id, sha256 }), staleTime: 0 });
  const before = query.data?.value.data ?? [];
  // What was known before counts for nothing: the list may have been sent since.
  const times = query.isFetchedAfterMount ? (query.error ? "unknown" : before.length) : undefined;
  useEffect(() => onKnown(times), [onKnown, times]);

  if (times === "unknown")
    return (
      <Notice tone="wait" title="Nobody can say now whether this list was sent before">
        <p>The import journal could not be read.</p>
        <Button size="small" isSending={query.isFetching} sendingLabel="Reading…" onClick={() => void query.refetch()}>
          Read again
        </Button>
      </Notice>
    );
  const [last] = before;
  if (!last) return undefined;
  return (
    <Notice tone="wait" title="This very list was sent to this campaign before">
      <p>
        On <TimeText at={last.begun_at} zoned /> by {last.by}: {outcomeMessage(last)}.
        {before.length > 1 && ` ${before.length} times in all.`} Sending it again may add or call these people twice.
      </p>
    </Notice>
  );
}
