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

/** Why signing in failed. A wait counts down, and says so aloud once a minute. */
export function GateProblem({ problem, until }: { problem: Problem; until: number | undefined }) {
  const left = useSecondsLeft(until);
  useSayEachMinute(left);
  return (
    <SignInNote tone="fault" role={until === undefined ? "alert" : undefined}>
      {until === undefined ? problem.message : sentence(left)}
    </SignInNote>
  );
}

type GateSendOptions<Given> = {
  send: (given: Given) => Promise<unknown>;
  onDone: () => void | Promise<void>;
  onProblem?: (problem: Problem, given: Given) => void;
};

/** A send of the pages before the console. Who tried too often waits: `until` is when that ends, by this browser's clock. */
export function useGateSend<Given = void>({ send, onDone, onProblem }: GateSendOptions<Given>) {
  const [end, setEnd] = useState<number>();
  const mutation = useMutation<unknown, Problem, Given>({
    mutationFn: send,
    networkMode: "always",
    onSuccess: onDone,
    onError: (problem, given) => {
      const seconds = problem.code === "too_many_tries" ? problem.retryAfterSeconds : undefined;
      setEnd(seconds === undefined ? undefined : clock.nowMs() + seconds * 1000);
      onProblem?.(problem, given);
    },
  });
  const until = mutation.error ? end : undefined;
  return { mutation, until, isWaiting: useSecondsLeft(until) > 0 };
}

type GateFormProps = { onSubmit: (event: FormEvent) => void; isWide?: boolean; children: ReactNode };

/** Every form before the console. */
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

type GateSubmitProps<Given> = {
  of: ReturnType<typeof useGateSend<Given>>;
  sendingLabel?: string;
  children: ReactNode;
};

/** Where a sign-in form ends: why it did not open, and its button. */
export function GateSubmit<Given>({ of, sendingLabel = "Signing in…", children }: GateSubmitProps<Given>) {
  const { mutation, until, isWaiting } = of;
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

function sentence(left: number) {
  if (left === 0) return "You can try again now.";
  const minutes = Math.floor(left / 60);
  return `Too many attempts. Wait ${minutes > 0 ? `${minutes} min ` : ""}${left % 60} s.`;
}

function useSayEachMinute(left: number) {
  const announce = useAnnounce();
  const minutes = Math.ceil(left / 60);
  useEffect(() => {
    if (minutes > 0) announce(`Too many attempts. Wait about ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`);
  }, [minutes, announce]);
}
