"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { Stepper } from "@/components/ui/charts/stepper";
import { TimeText } from "@/components/ui/time/time-text";
import { ZoneProvider } from "@/components/ui/time/zone";
import { askAuth } from "@/lib/client/ask-auth";
import { ConnectionStep, type SetupConnection, type You, YouStep } from "./connection-step";
import { afterSignIn } from "./return-path";
import { SignInFrame, SignInTitle } from "./sign-in-frame";
import { gateWidth } from "./sign-in-problem";

const steps = ["You", "Connection", "Done"] as const;

export function SetupScreen({ token }: { token: string }) {
  const [now, setNow] = useState(0);
  const [you, setYou] = useState<You>({ name: "", email: "", password: "" });
  const shown = useRef(now);
  useEffect(() => {
    if (shown.current === now) return;
    shown.current = now;
    document.querySelector<HTMLElement>("h1")?.focus();
  }, [now]);

  // Asked once: after the last step the link is used up, and that is no fault.
  const link = useQuery({
    queryKey: ["gate", "setup", token],
    queryFn: () => askAuth<SetupConnection>(`setup?token=${encodeURIComponent(token)}`),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: token !== "",
  });

  async function showDone() {
    const next = await afterSignIn("/");
    if (next === "/") setNow(2);
    else location.replace(next);
  }

  if (token === "" || link.error || link.data?.is_usable === false)
    return (
      <SignInFrame isSetup foot={<span>First run</span>}>
        <NoLink problem={token === "" ? undefined : (link.error ?? undefined)} onAgain={() => void link.refetch()} />
      </SignInFrame>
    );

  const foot = (
    <>
      <span>
        Step {now + 1} of {steps.length}
      </span>
      {now < 2 && <span>Nothing is saved until you finish</span>}
      {now < 2 && link.data && (
        <ZoneProvider zone="local">
          <span>
            This link ends at <TimeText at={link.data.ends_at} variant="clock" quiet />.{" "}
            <code>npm run admin -- setup-link</code> makes another.
          </span>
        </ZoneProvider>
      )}
    </>
  );
  return (
    <SignInFrame isSetup foot={foot}>
      <div className="mb-[30px]">
        <Stepper
          now={now}
          steps={steps.map((label, index) => (now < 2 ? { label, onSelect: () => setNow(index) } : { label }))}
        />
      </div>
      {now === 0 && (
        <YouStep
          you={you}
          onNext={(given) => {
            setYou(given);
            setNow(1);
          }}
        />
      )}
      {now === 1 && link.data && (
        <ConnectionStep connection={link.data} token={token} you={you} onBack={() => setNow(0)} onDone={showDone} />
      )}
      {now === 2 && <DoneStep />}
    </SignInFrame>
  );
}

const SetupActions = ({ children }: { children: ReactNode }) => (
  <div className={`mt-5 flex gap-2 ${gateWidth}`}>{children}</div>
);

/** The setup page without a link that opens it. */
function NoLink({ problem, onAgain }: { problem: Error | undefined; onAgain: () => void }) {
  if (problem)
    return (
      <>
        <SignInTitle lead={problem.message}>Setup cannot continue</SignInTitle>
        <SetupActions>
          <Button onClick={onAgain}>Try again</Button>
        </SetupActions>
      </>
    );
  return (
    <>
      <SignInTitle lead="Switchboard printed a link when it started. It works once, for 15 minutes.">
        Setup needs its link
      </SignInTitle>
      <p className="max-w-[25em] text-ink-2">
        For a new link, run <code>npm run admin -- setup-link</code> there, or start Switchboard again.
      </p>
    </>
  );
}

const first = [
  ["Admin", "adds people under Team and roles, and sets alerts in Settings."],
  ["Campaign manager", "opens a campaign by its ID, then imports contacts."],
  ["Support", "reads the webhook log, and opens calls by their ID."],
] as const;

function DoneStep() {
  return (
    <>
      <SignInTitle lead="You are signed in. What each role does first:">Switchboard is ready</SignInTitle>
      <ul className="mb-2 grid max-w-[404px] gap-2.5">
        {first.map(([role, what]) => (
          <li key={role} className="flex gap-2.5 [&>svg]:mt-1">
            <StatusIcon tone="ok" tinted />
            <span>
              <b>{role}</b>: {what}
            </span>
          </li>
        ))}
      </ul>
      <SetupActions>
        <a className={`${buttonClass({ variant: "primary", size: "large" })} min-w-0 flex-1`} href="/">
          Open the overview
        </a>
        <a className={buttonClass({ size: "large" })} href="/team">
          Add people
        </a>
      </SetupActions>
    </>
  );
}
