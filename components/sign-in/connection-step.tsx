"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { loadSchema, z } from "#schema";
import { Status, statusClass } from "@/components/status/status";
import { Button } from "@/components/ui/buttons/button";
import { TextField } from "@/components/ui/fields/field";
import { PasswordField } from "@/components/ui/fields/password-field";
import { askAuth } from "@/lib/client/ask-auth";
import { passwordFault } from "@/lib/contract/console/password";
import type { Probe } from "@/lib/contract/console/settings";
import { emailAddress } from "@/lib/contract/fields";
import type { Problem } from "@/lib/contract/problem";
import { passwordHint } from "./password-hint";
import { SignInTitle } from "./sign-in-frame";
import { GateProblem, useGateSend } from "./sign-in-problem";

export type SetupConnection = { is_usable: true; host: string; source: "demo" | "environment" } | { is_usable: false };

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
    mutationFn: () => askAuth("setup/connection", { token }),
    networkMode: "always",
  });
  const { mutation: finish, ...gate } = useGateSend({ send: () => askAuth("setup", { ...you, token }), onDone });
  const isBuiltIn = line.is_usable && line.source === "demo";
  const result = <LineTest host={line.is_usable ? line.host : ""} test={test} />;

  return (
    <>
      <SignInTitle lead="It can be changed later in Settings, Connection.">Connect your voice platform</SignInTitle>
      <div className="grid max-w-[404px] gap-3">
        <Option title="Demo platform" isOn={isBuiltIn} result={result}>
          Runs beside Switchboard with sample data. No account, no key. Good for a first look. It answers when{" "}
          <code>VOICE_API_BASE_URL</code> is not set.
        </Option>
        <Option title="Your voice platform" isOn={!isBuiltIn} result={result}>
          Give its address and key in Settings, Connection, once you are signed in; or start Switchboard with{" "}
          <code>VOICE_API_BASE_URL</code> and <code>VOICE_API_KEY</code>. The key stays on the server and is never
          shown.
        </Option>
        {finish.error && <GateProblem problem={finish.error} until={gate.until} />}
      </div>
      <SetupActions>
        <Button size="large" onClick={onBack}>
          Back
        </Button>
        <Button size="large" onClick={() => test.mutate()} isSending={test.isPending} sendingLabel="Testing…">
          Test connection
        </Button>
        <Button
          variant="primary"
          size="large"
          className="min-w-0 flex-1"
          disabled={gate.isWaiting}
          isSending={finish.isPending}
          sendingLabel="Setting up…"
          onClick={() => finish.mutate()}
        >
          {isBuiltIn ? "Use the demo platform" : "Use this API"}
        </Button>
      </SetupActions>
    </>
  );
}

export function SetupActions({ children }: { children: ReactNode }) {
  return <div className="mt-5 flex max-w-[404px] gap-2">{children}</div>;
}

type OptionProps = { title: string; isOn: boolean; result: ReactNode; children: ReactNode };

function Option({ title, isOn, result, children }: OptionProps) {
  return (
    <section
      className={`grid grid-cols-1 rounded-2 border px-3.5 py-[13px] [&>span]:mt-[5px] [&>span]:text-ink-2 ${isOn ? "border-cord bg-pick" : "border-rule-2"}`}
      aria-current={isOn || undefined}
    >
      <b className="flex justify-between font-semibold">
        {title}
        {isOn && <span className={statusClass({ tone: "ok", shape: "pill" })}>in use</span>}
      </b>
      <p className="text-ink-2">{children}</p>
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
      <ul className="mt-1.5 grid gap-1 text-sm leading-5" aria-live="polite">
        {data.probes.map(({ operation, path, status, ms, problem }) => (
          <li key={operation}>
            <code>{path}</code> {status ?? "no answer"}, {Math.round(ms)} ms
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
const schema = loadSchema(form);

export type You = z.output<typeof form>;

export function YouStep({ you, onNext }: { you: You; onNext: (you: You) => void }) {
  const { register, handleSubmit, watch, formState } = useForm<You>({
    resolver: async (...asked) => zodResolver(await schema)(...asked),
    defaultValues: you,
    mode: "onTouched",
  });
  const { name, email, password } = watch();
  const { errors } = formState;
  return (
    <>
      <SignInTitle lead="You are its first admin. You can add the others afterwards.">
        Who runs this Switchboard?
      </SignInTitle>
      <form className="grid max-w-[404px] gap-4" noValidate method="post" onSubmit={handleSubmit(onNext)}>
        <TextField
          className="h-[42px]"
          label="Name"
          autoComplete="name"
          error={errors.name?.message}
          {...register("name")}
        />
        <TextField
          className="h-[42px]"
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register("email")}
        />
        <PasswordField
          className="h-[42px]"
          label="Password"
          autoComplete="new-password"
          hint={passwordHint(password, { name, email })}
          error={errors.password?.message}
          {...register("password")}
        />
        <Button type="submit" variant="primary" size="large" className="mt-1">
          Go on to the connection
        </Button>
      </form>
    </>
  );
}
