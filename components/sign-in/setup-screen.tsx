"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { StatusIcon } from "@/components/ui/status-icon";
import { Stepper } from "@/components/ui/stepper";
import { askAuth } from "@/lib/client/ask-auth";
import { LineStep, type SetupConnection, type You, YouStep } from "./connection-step";
import { SignInFrame } from "./sign-in-frame";

const steps = ["You", "The line", "Done"] as const;

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
      {now < 2 && <span>Nothing is kept until you finish</span>}
    </>
  );
  return (
    <SignInFrame isSetup foot={foot}>
      <Stepper
        label="Steps"
        now={now}
        steps={steps.map((label, at) => (now < 2 ? { label, onSelect: () => setNow(at) } : { label }))}
      />
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
        <LineStep line={link.data} token={token} you={you} onBack={() => setNow(0)} onDone={() => setNow(2)} />
      )}
      {now === 2 && <DoneStep />}
    </SignInFrame>
  );
}

/** The setup page without a link that opens it. */
function NoLink({ problem, onAgain }: { problem: Error | undefined; onAgain: () => void }) {
  if (problem)
    return (
      <>
        <h1>Setup cannot go on</h1>
        <p className="lead">{problem.message}</p>
        <div className="gate-acts">
          <Button onClick={onAgain}>Try again</Button>
        </div>
      </>
    );
  return (
    <>
      <h1>Setup needs its link</h1>
      <p className="lead">
        Switchboard printed a link where it was started. It works once, for 15 minutes; starting Switchboard again
        prints a new one.
      </p>
    </>
  );
}

const first = [
  ["Admin", "add the others under Team, and look at the line in Settings."],
  ["Campaign manager", "open a campaign by its ID, then import its contacts."],
  ["Support", "look at the webhook log, and at calls by their ID."],
] as const;

function DoneStep() {
  return (
    <>
      <h1 tabIndex={-1}>Switchboard is ready</h1>
      <p className="lead">You are signed in. What each role does first:</p>
      <ul className="first-things">
        {first.map(([role, what]) => (
          <li key={role}>
            <StatusIcon tone="ok" tinted />
            <span>
              <b>{role}</b>: {what}
            </span>
          </li>
        ))}
      </ul>
      <div className="gate-acts">
        <a className="btn pri lg grow" href="/">
          Open the overview
        </a>
        <a className="btn lg" href="/team">
          Add people
        </a>
      </div>
    </>
  );
}
