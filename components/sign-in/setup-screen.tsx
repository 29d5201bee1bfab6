"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { Stepper } from "@/components/ui/charts/stepper";
import { TimeText } from "@/components/ui/time/time-text";
import { ZoneProvider } from "@/components/ui/time/zone";
import { askAuth } from "@/lib/client/ask-auth";
import { AccountStep, type AdminAccount, ConnectionStep, type SetupConnection } from "./connection-step";
import { afterSignIn } from "./return-path";
import { SignInFrame, SignInTitle } from "./sign-in-frame";
import { gateWidth } from "./sign-in-problem";

const steps = ["You", "Connection", "Done"] as const;

export function SetupScreen({ token }: { token: string }) {
  const [step, setStep] = useState(0);
  const [account, setAccount] = useState<AdminAccount>({ name: "", email: "", password: "" });
  const focusedStep = useRef(step);
  useEffect(() => {
    if (focusedStep.current === step) return;
    focusedStep.current = step;
    document.querySelector<HTMLElement>("h1")?.focus();
  }, [step]);

  // Fetched once, because the link is used up after the last step.
  const link = useQuery({
    queryKey: ["gate", "setup", token],
    queryFn: () => askAuth<SetupConnection>(`setup?token=${encodeURIComponent(token)}`),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: token !== "",
  });

  async function showDone() {
    const next = await afterSignIn("/");
    if (next === "/") setStep(2);
    else location.replace(next);
  }

  if (token === "" || link.error || link.data?.is_usable === false)
    return (
      <SignInFrame isSetup foot={<span>First run</span>}>
        <NoLink problem={token === "" ? undefined : (link.error ?? undefined)} onAgain={() => void link.refetch()} />
      </SignInFrame>
    );

  return (
    <SignInFrame isSetup foot={<SetupFoot step={step} link={link.data} />}>
      <div className="mb-[30px]">
        <Stepper
          now={step}
          steps={steps.map((label, index) => (step < 2 ? { label, onSelect: () => setStep(index) } : { label }))}
        />
      </div>
      {step === 0 && (
        <AccountStep
          account={account}
          onNext={(next) => {
            setAccount(next);
            setStep(1);
          }}
        />
      )}
      {step === 1 && link.data && (
        <ConnectionStep
          connection={link.data}
          token={token}
          account={account}
          onBack={() => setStep(0)}
          onDone={showDone}
        />
      )}
      {step === 2 && <DoneStep />}
    </SignInFrame>
  );
}

function SetupFoot({ step, link }: { step: number; link: SetupConnection | undefined }) {
  return (
    <>
      <span>
        Step {step + 1} of {steps.length}
      </span>
      {step < 2 && <span>Nothing is saved until you finish</span>}
      {step < 2 && link?.is_usable && (
        <ZoneProvider zone="local">
          <span>
            This link ends at <TimeText at={link.ends_at} variant="clock" quiet />.{" "}
            <code>npm run admin -- setup-link</code> makes another.
          </span>
        </ZoneProvider>
      )}
    </>
  );
}

const SetupActions = ({ children }: { children: ReactNode }) => (
  <div className={`mt-5 flex gap-2 ${gateWidth}`}>{children}</div>
);

/** Setup without a valid link. */
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
        Open the setup link
      </SignInTitle>
      <p className="max-w-[25em] text-ink-2">
        For a new link, run <code>npm run admin -- setup-link</code> there, or start Switchboard again.
      </p>
    </>
  );
}

function DoneStep() {
  return (
    <>
      <SignInTitle lead="You are signed in. The overview shows the next steps.">Switchboard is ready</SignInTitle>
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
