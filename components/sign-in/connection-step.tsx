"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Status } from "@/components/status/status";
import { Button } from "@/components/ui/button";
import { PasswordField } from "@/components/ui/password-field";
import { TextField } from "@/components/ui/text-field";
import { askAuth } from "@/lib/client/ask-auth";
import { emailAddress } from "@/lib/contract/console/email-address";
import { passwordFault } from "@/lib/contract/console/password";
import type { Probe } from "@/lib/contract/console/settings";
import type { Problem } from "@/lib/contract/problem";
import { passwordHint } from "./password-hint";
import { GateProblem, useSecondsLeft, useWaitUntil } from "./sign-in-problem";

export type SetupConnection =
  | { is_usable: true; host: string; line: "built-in" | "environment" }
  | { is_usable: false };

export type LineStepProps = {
  line: SetupConnection;
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

type LineTestProps = {
  host: string;
  test: { data: { probes: Probe[] } | undefined; error: Error | null; isPending: boolean };
};

/** What a try of the line found: the host, and each read's status and time. */
function LineTest({ host, test: { data, error, isPending } }: LineTestProps) {
  if (error) return <Status word={error.message} tone="fault" />;
  if (!data) return <Status word={isPending ? `Trying ${host}` : `At ${host}, not tried yet`} tone="idle" />;
  const answered = data.probes.filter(({ status, problem }) => status !== null && problem === null);
  const isWell = answered.length === data.probes.length;
  return (
    <>
      <Status
        word={`${answered.length} of ${data.probes.length} reads answered at ${host}`}
        tone={isWell ? "ok" : answered.length > 0 ? "wait" : "fault"}
      />
      <ul className="probes" aria-live="polite">
        {data.probes.map(({ operation, path, status, ms, problem }) => (
          <li key={operation}>
            <span className="mono">{path}</span> {status ?? "no answer"}, {Math.round(ms)} ms
            {problem && `: ${problem}`}
          </li>
        ))}
      </ul>
    </>
  );
}

const form = z
  .object({
    name: z.string().trim().min(1, "Give a name.").max(120, "Use at most 120 characters."),
    email: emailAddress,
    password: z.string(),
  })
  .superRefine(({ password, ...whose }, context) => {
    const message = passwordFault(password, whose);
    if (message) context.addIssue({ code: "custom", path: ["password"], message });
  });
export type You = z.output<typeof form>;

export function YouStep({ you, onNext }: { you: You; onNext: (you: You) => void }) {
  const { register, handleSubmit, watch, formState } = useForm<You>({
    resolver: zodResolver(form),
    defaultValues: you,
    mode: "onTouched",
  });
  const { name, email, password } = watch();
  const { errors } = formState;
  return (
    <>
      <h1 tabIndex={-1}>Who runs this Switchboard?</h1>
      <p className="lead">You are its first admin. You can add the others afterwards.</p>
      <form noValidate method="post" onSubmit={handleSubmit(onNext)}>
        <TextField label="Name" autoComplete="name" error={errors.name?.message} {...register("name")} />
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register("email")}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={passwordHint(password, { name, email })}
          error={errors.password?.message}
          {...register("password")}
        />
        <Button type="submit" variant="primary" size="large" className="gate-send">
          Go on to the line
        </Button>
      </form>
    </>
  );
}
