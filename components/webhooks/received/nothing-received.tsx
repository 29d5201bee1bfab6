import { Button, ButtonLink } from "@/components/ui/buttons/button";
import { StateSection } from "@/components/ui/page/state-message";
import { ALL_TIME } from "@/components/webhooks/log-filter";
import { numberFaults } from "@/lib/contract/console/numbers";
import { filterParams } from "./received-filter";
import type { ReceivedState } from "./use-received";

export function NothingReceived({ received: { url, filter, addresses, list } }: { received: ReceivedState }) {
  const searched = list.data?.value.searched;
  const hasFilter = filterParams.some((name) => url.get(name) !== undefined) || url.get("after") !== undefined;
  const clear = Object.fromEntries([...filterParams, "after", "entry"].map((name) => [name, undefined]));
  const hasAddress = addresses === undefined || addresses.some(({ removed_at }) => removed_at === null);
  const isAllTime = filter.preset === undefined && filter.between === undefined;
  const allTime = { time: ALL_TIME, between: undefined, tz: undefined };
  const setUp = (label: string) => (
    <ButtonLink size="small" href="/webhooks/address">
      {label}
    </ButtonLink>
  );
  const change = (label: string, changes: Record<string, string | undefined>) => (
    <Button size="small" onClick={() => url.set(changes)}>
      {label}
    </Button>
  );
  if (!hasAddress && !hasFilter)
    return (
      <StateSection kind="empty" heading="No address yet" actions={setUp("Set up the address")}>
        Events appear here once the platform sends them to an address of Switchboard.
      </StateSection>
    );
  if (hasFilter)
    return (
      <StateSection
        kind="empty"
        heading={searched?.is === "unread" ? numberFaults[searched.fault] : "No event matches"}
        actions={
          <>
            {change("Clear filters", clear)}
            {!isAllTime && change("Search all time", { ...allTime, after: undefined })}
          </>
        }
      >
        No event with these filters arrived in this time.
      </StateSection>
    );
  return (
    <StateSection
      kind="empty"
      heading="No events in this time"
      actions={isAllTime ? setUp("See the set-up") : change("Show all time", allTime)}
    >
      New events appear here as they arrive.
    </StateSection>
  );
}
