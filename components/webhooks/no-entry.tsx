"use client";

import { Button } from "@/components/ui/button";
import { CopyId } from "@/components/ui/copy-id";
import { StateFace } from "@/components/ui/state-face";
import type { Desk } from "./use-desk";

export function NoEntry({ id, desk: { url, chosen, log } }: { id: string; desk: Desk }) {
  const actions = (
    <>
      <Button size="small" isSending={log.isFetching} sendingLabel="Reading…" onClick={() => void log.refetch()}>
        Read again
      </Button>
      {chosen !== undefined && (
        <Button size="small" onClick={() => url.set({ webhook: undefined })}>
          Look in the log of all webhooks
        </Button>
      )}
    </>
  );
  return (
    <section>
      <StateFace face="not-found" heading="This entry is not in the log" level={3} actions={actions}>
        <p>
          The log as it was read just now has no entry with this ID. It may have been there before: the API contract
          does not say how long entries are kept, and shows no call to read one alone.
        </p>
        <CopyId id={id} whole />
      </StateFace>
    </section>
  );
}
