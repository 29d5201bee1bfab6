"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Stepper } from "@/components/ui/stepper";
import { askAuth } from "@/lib/client/ask-auth";
import { DoneStep } from "./done-step";
import { Gate } from "./gate";
import { LineStep } from "./line-step";
import { NoLink } from "./no-link";
import { type You, YouStep } from "./you-step";

export type SetupLine = { is_usable: true; host: string; line: "built-in" | "environment" } | { is_usable: false };

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
    queryFn: () => askAuth<SetupLine>(`setup?token=${encodeURIComponent(token)}`),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: token !== "",
  });

  if (token === "" || link.error || link.data?.is_usable === false)
    return (
      <Gate isSetup foot={<span>First run</span>}>
        <NoLink problem={token === "" ? undefined : (link.error ?? undefined)} onAgain={() => void link.refetch()} />
      </Gate>
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
    <Gate isSetup foot={foot}>
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
    </Gate>
  );
}
