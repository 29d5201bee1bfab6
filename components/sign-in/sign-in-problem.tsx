"use client";

import { useMutation } from "@tanstack/react-query";
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { TextField } from "@/components/ui/fields/field";
import { PasswordField } from "@/components/ui/fields/password-field";
import { useAnnounce } from "@/components/ui/page/live-region";
import { useNow } from "@/components/ui/time/use-now";
import { clock } from "@/lib/clock";
import type { Problem } from "@/lib/contract/problem";
import { SignInNote } from "./sign-in-frame";

/** Sign-in error. A rate limit counts down and is announced once a minute. */
export function GateProblem({ problem, until }: { problem: Problem; until: number | undefined }) {
  const secondsLeft = useSecondsLeft(until);
  useAnnounceEachMinute(secondsLeft);
  return (
    <SignInNote tone="fault" role={until === undefined ? "alert" : undefined}>
      {until === undefined ? problem.message : waitText(secondsLeft)}
    </SignInNote>
  );
}

type GateSendOptions<Values> = {
  send: (values: Values) => Promise<unknown>;
  onDone: () => void | Promise<void>;
  onProblem?: (problem: Problem, values: Values) => void;
};

/** Sends a sign-in or setup form. After a rate limit, `until` is its end in ms, by the browser's clock. */
export function useGateSend<Values = void>({ send, onDone, onProblem }: GateSendOptions<Values>) {
  const [endMs, setEndMs] = useState<number>();
  const mutation = useMutation<unknown, Problem, Values>({
    mutationFn: send,
    networkMode: "always",
    onSuccess: onDone,
    onError: (problem, values) => {
      const seconds = problem.code === "too_many_tries" ? problem.retryAfterSeconds : undefined;
      setEndMs(seconds === undefined ? undefined : clock.nowMs() + seconds * 1000);
      onProblem?.(problem, values);
    },
  });
  const until = mutation.error ? endMs : undefined;
  return { mutation, until, isWaiting: useSecondsLeft(until) > 0 };
}

type GateFormProps = { onSubmit: (event: FormEvent) => void; isWide?: boolean; children: ReactNode };

export function GateForm({ onSubmit, isWide = false, children }: GateFormProps) {
  return (
    <form className={`grid gap-4 ${isWide ? gateWidth : "max-w-[360px]"}`} noValidate method="post" onSubmit={onSubmit}>
      {children}
    </form>
  );
}

export const gateWidth = "max-w-[404px]";

export const GateField = (field: ComponentProps<typeof TextField>) => <TextField className="h-[42px]" {...field} />;

type GatePasswordProps = Omit<ComponentProps<typeof PasswordField>, "label"> & { label?: string };

export const GatePassword = ({ label = "Password", ...field }: GatePasswordProps) => (
  <PasswordField className="h-[42px]" label={label} {...field} />
);

type GateSubmitProps<Values> = {
  gate: ReturnType<typeof useGateSend<Values>>;
  sendingLabel?: string;
  children: ReactNode;
};

/** Error and submit button of a sign-in form. */
export function GateSubmit<Values>({ gate, sendingLabel = "Signing in…", children }: GateSubmitProps<Values>) {
  const { mutation, until, isWaiting } = gate;
  return (
    <>
      {mutation.error && <GateProblem problem={mutation.error} until={until} />}
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="mt-1"
        disabled={isWaiting}
        isSending={mutation.isPending || mutation.isSuccess}
        sendingLabel={sendingLabel}
      >
        {children}
      </Button>
    </>
  );
}

function useSecondsLeft(until: number | undefined) {
  const now = useNow();
  return until === undefined || now === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
}

function waitText(secondsLeft: number) {
  if (secondsLeft === 0) return "You can try again now.";
  const minutes = Math.floor(secondsLeft / 60);
  return `Too many attempts. Wait ${minutes > 0 ? `${minutes} min ` : ""}${secondsLeft % 60} s.`;
}

function useAnnounceEachMinute(secondsLeft: number) {
  const announce = useAnnounce();
  const minutes = Math.ceil(secondsLeft / 60);
  useEffect(() => {
    if (minutes > 0) announce(`Too many attempts. Wait about ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`);
  }, [minutes, announce]);
}
