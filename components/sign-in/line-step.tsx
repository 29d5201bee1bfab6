"use client";

import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { askAuth } from "@/lib/client/ask-auth";
import type { Probe } from "@/lib/contract/console/settings";
import type { Problem } from "@/lib/contract/problem";
import { GateProblem, useSecondsLeft, useWaitUntil } from "./gate-problem";
import { LineTest } from "./line-test";
import type { SetupLine } from "./setup-screen";
import type { You } from "./you-step";

export type LineStepProps = {
  line: SetupLine;
  token: string;
  you: You;
  onBack: () => void;
  onDone: () => void;
};

/** Which API this Switchboard talks to. Its environment decides that, so the page states it and lets it be tried. */
export function LineStep({ line, token, you, onBack, onDone }: LineStepProps) {
  const test = useMutation<{ probes: Probe[] }, Problem>({
    mutationFn: () => askAuth("setup/line", { token }),
    networkMode: "always",
  });
  const finish = useMutation<unknown, Problem>({
    mutationFn: () => askAuth("setup", { ...you, token }),
    networkMode: "always",
    onSuccess: onDone,
  });
  const until = useWaitUntil(finish.error);
  const isWaiting = useSecondsLeft(until) > 0;
  const isBuiltIn = line.is_usable && line.line === "built-in";
  const result = <LineTest host={line.is_usable ? line.host : ""} test={test} />;

  return (
    <>
      <h1 tabIndex={-1}>The API it talks to</h1>
      <p className="lead">Set where Switchboard was started, and changed there.</p>
      <div className="opts">
        <Option title="The built-in API" isOn={isBuiltIn} result={result}>
          Runs beside Switchboard with sample data. No account, no key. Good for a first look. It answers when{" "}
          <span className="mono">VOICE_API_BASE_URL</span> is not set.
        </Option>
        <Option title="Your voice platform" isOn={!isBuiltIn} result={result}>
          Start Switchboard with <span className="mono">VOICE_API_BASE_URL</span> and{" "}
          <span className="mono">VOICE_API_KEY</span>. The key stays on the server and is never shown.
        </Option>
        {finish.error && <GateProblem problem={finish.error} until={until} />}
      </div>
      <div className="gate-acts">
        <Button size="large" onClick={onBack}>
          Back
        </Button>
        <Button size="large" onClick={() => test.mutate()} isSending={test.isPending} sendingLabel="Testing…">
          Test the line
        </Button>
        <Button
          variant="primary"
          size="large"
          className="grow"
          disabled={isWaiting}
          isSending={finish.isPending}
          sendingLabel="Setting up…"
          onClick={() => finish.mutate()}
        >
          {isBuiltIn ? "Use the built-in API" : "Use this API"}
        </Button>
      </div>
    </>
  );
}

type OptionProps = { title: string; isOn: boolean; result: ReactNode; children: ReactNode };

function Option({ title, isOn, result, children }: OptionProps) {
  return (
    <section className={isOn ? "opt on" : "opt"} aria-current={isOn || undefined}>
      <b>
        {title}
        {isOn && <span className="pill st ok">in use</span>}
      </b>
      <p>{children}</p>
      {isOn && result}
    </section>
  );
}
