import { Button, ButtonLink } from "@/components/ui/buttons/button";
import { StateSection } from "@/components/ui/page/state-message";
import { ALL_TIME } from "@/components/webhooks/log-filter";
import { filterParams } from "./received-filter";
import type { ReceivedState } from "./use-received";

export function NothingReceived({ received: { url, filter, addresses } }: { received: ReceivedState }) {
  const hasFilter = filterParams.some((name) => url.get(name) !== undefined) || url.get("after") !== undefined;
  const clear = Object.fromEntries([...filterParams, "after", "entry"].map((name) => [name, undefined]));
  const hasAddress = addresses === undefined || addresses.some(({ removed_at }) => removed_at === null);
  const isAllTime = filter.preset === undefined && filter.between === undefined;
  const allTime = { time: ALL_TIME, between: undefined, tz: undefined };
  if (!hasAddress && !hasFilter)
    return (
      <Message
        heading="No address yet"
        action={
          <ButtonLink size="small" href="/webhooks/address">
            Set up the address
          </ButtonLink>
        }
      >
        Events appear here once the platform sends them to an address of Switchboard.
      </Message>
    );
  if (hasFilter)
    return (
      <Message
        heading="No event matches"
        action={
          <>
            <Button size="small" onClick={() => url.set(clear)}>
              Clear filters
            </Button>
            {!isAllTime && (
              <Button size="small" onClick={() => url.set({ ...allTime, after: undefined })}>
                Search all time
              </Button>
            )}
          </>
        }
      >
        No event with these filters arrived in this time.
      </Message>
    );
  return (
    <Message
      heading="No events in this time"
      action={
        isAllTime ? (
          <ButtonLink size="small" href="/webhooks/address">
            See the set-up
          </ButtonLink>
        ) : (
          <Button size="small" onClick={() => url.set(allTime)}>
            Show all time
          </Button>
        )
      }
    >
      New events appear here as they arrive.
    </Message>
  );
}

type MessageProps = { heading: string; action: React.ReactNode; children: string };

const Message = ({ heading, action, children }: MessageProps) => (
  <StateSection kind="empty" heading={heading} actions={action}>
    {children}
  </StateSection>
);
