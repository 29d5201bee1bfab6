import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/buttons/button";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { TextLink } from "@/components/ui/buttons/link";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { dots } from "@/components/ui/charts/stepper";
import { FieldError } from "@/components/ui/fields/field";
import { TimeText } from "@/components/ui/time/time-text";
import { write } from "@/lib/client/query";
import { knownEvents } from "@/lib/contract/api/webhooks";
import { addAddress, type HookAddress, type InboxSetup } from "@/lib/contract/console/inbox/addresses";
import { countOf } from "@/lib/format/format-count";
import { FilledByEvents } from "./filled-by-events";
import { doneStates, nextState, openAddresses, type SetupState } from "./setup-words";
import { WholeAddress } from "./whole-address";

type SetupStepsProps = { addresses: readonly HookAddress[]; setup: InboxSetup; maySetUp: boolean };

export function SetupSteps({ addresses, setup, maySetUp }: SetupStepsProps) {
  const done = doneStates(addresses, setup);
  const next = nextState(done);
  const [newest] = openAddresses(addresses);
  const stateOf = (state: SetupState) => (done[state] ? "done" : state === next ? "now" : "next");
  return (
    <div className="min-w-0 px-(--gutter) py-5">
      <ol className="max-w-[768px]" aria-label="Set-up">
        <Step
          title="Address"
          state={stateOf("address")}
          note={
            newest && (
              <>
                made <TimeText at={newest.created_at} variant="moment" /> by {newest.created_by}
              </>
            )
          }
        >
          <p>Anyone with this address can send events. Only admins can copy it, and it is masked everywhere else.</p>
          {newest ? maySetUp && <WholeAddress address={newest} isNew={!done.seen} /> : maySetUp && <MakeAddress />}
        </Step>
        <Step
          title="Seen on the platform"
          state={stateOf("seen")}
          note={setup.seen_on_platform_at && <Since at={setup.seen_on_platform_at} />}
        >
          <Seen addresses={openAddresses(addresses)} state={stateOf("seen")} />
        </Step>
        <Step title="First event" state={stateOf("event")} note={eventNote(setup, done.seen)}>
          <FirstEvent setup={setup} isWaiting={stateOf("event") === "now"} />
        </Step>
        <Step
          title="First confirmed call"
          state={stateOf("confirmed")}
          note={setup.first_confirmed_at && <TimeText at={setup.first_confirmed_at} variant="short-time" />}
          isLast
        >
          <p>
            {done.confirmed
              ? "The platform answered for a call ID that was found in an event."
              : "Switchboard reads that call once from the platform, to be sure that it found the right ID in the event."}
          </p>
        </Step>
      </ol>
      {done.confirmed && <FilledByEvents counts={setup.counts} />}
    </div>
  );
}

function eventNote(setup: InboxSetup, isOnPlatform: boolean): ReactNode {
  if (setup.first_event_at) return <TimeText at={setup.first_event_at} variant="short-time" />;
  return (
    isOnPlatform && (
      <>
        waiting, the webhook is there since <TimeText at={setup.seen_on_platform_at} variant="moment" />
      </>
    )
  );
}

const Since = ({ at }: { at: string }) => (
  <>
    since <TimeText at={at} variant="moment" />
  </>
);

type StepProps = {
  title: string;
  state: keyof typeof dots;
  note: ReactNode;
  isLast?: boolean;
  children: ReactNode;
};

function Step({ title, state, note, isLast = false, children }: StepProps) {
  const line = state === "done" ? "before:bg-accent" : "before:bg-rule-2";
  const cord = isLast
    ? ""
    : `before:absolute before:top-5 before:-bottom-1 before:left-[5.75px] before:w-[1.5px] ${line}`;
  return (
    <li
      className={`relative grid grid-cols-[13px_minmax(0,1fr)] gap-x-3.5 ${isLast ? "" : "pb-6"} ${cord}`}
      aria-current={state === "now" ? "step" : undefined}
    >
      <i
        aria-hidden="true"
        className={`mt-1 grid size-[13px] place-items-center rounded-full border-[1.5px] ${dots[state]}`}
      />
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 className={`text-base font-semibold ${state === "next" ? "text-ink-2" : ""}`}>
            {title}
            {state === "done" && <span className="sr-only">, done</span>}
          </h2>
          <span className="text-sm/5 text-ink-3">{note}</span>
        </div>
        <div className={`grid gap-2 ${state === "next" ? "text-ink-3" : "text-ink-2"}`}>{children}</div>
      </div>
    </li>
  );
}

function Seen({ addresses, state }: { addresses: readonly HookAddress[]; state: keyof typeof dots }) {
  const webhooks = addresses.flatMap((address) => address.webhooks);
  if (webhooks.length === 0)
    return (
      <p>
        Enter the address as a webhook on your platform, with the three events that are named on this page.
        {state === "now" && " The platform’s API cannot add webhooks. No webhook there has an address of ours yet."}
      </p>
    );
  return webhooks.map(({ id, events }) => (
    <div key={id}>
      <p>
        Webhook <CopyId id={id} /> has this address:
      </p>
      <ul className="flex flex-wrap gap-x-4">
        {knownEvents.map((event) => (
          <li key={event} className="inline-flex items-center gap-1.5">
            <StatusIcon tone={events.includes(event) ? "ok" : "wait"} tinted />
            <code>{event}</code>
            {!events.includes(event) && " is not sent"}
          </li>
        ))}
      </ul>
    </div>
  ));
}

function FirstEvent({ setup: { first_event_at, tried }, isWaiting }: { setup: InboxSetup; isWaiting: boolean }) {
  if (first_event_at !== null)
    return (
      <p>
        <TextLink href="/webhooks?here=arrived&time=all">See what arrived</TextLink>
      </p>
    );
  return (
    <>
      <p>{isWaiting ? "The next call sends one." : "It comes with the next call."}</p>
      {isWaiting && tried.total > 0 && (
        <p className="flex items-baseline gap-1.5 text-wait-ink" role="status">
          <StatusIcon tone="wait" tinted className="flex-none" />
          The platform’s log says that {countOf(tried.total, "delivery was", "deliveries were")} tried, and none
          arrived. Is /hooks/ open in your proxy?
        </p>
      )}
    </>
  );
}

function MakeAddress() {
  const add = useMutation(write(addAddress));
  return (
    <>
      {add.error && <FieldError isAlert>{add.error.message}</FieldError>}
      <Button
        variant="primary"
        className="justify-self-start"
        isSending={add.isPending}
        sendingLabel="Making…"
        onClick={() => add.mutate({ name: "Main address" })}
      >
        Make an address
      </Button>
    </>
  );
}
