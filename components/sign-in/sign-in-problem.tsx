import { useMutation } from "@tanstack/react-query";
import type { ComponentProps, FormEvent, ReactNode } from "react";
import { Button } from "@/components/ui/buttons/button";
import { TextField } from "@/components/ui/fields/field";
import { PasswordField } from "@/components/ui/fields/password-field";
import { useNow } from "@/components/ui/time/use-now";
import type { Problem } from "@/lib/contract/problem";
import { SignInNote } from "./sign-in-frame";

type GateProblemProps = { problem: Problem; isWaiting: boolean };

/** Sign-in error. `isWaiting` is false once a rate limit is over. */
function GateProblem({ problem, isWaiting }: GateProblemProps) {
  const isOver = problem.code === "too_many_tries" && !isWaiting;
  return (
    <SignInNote tone="fault" role="alert">
      {isOver ? "You can try again now." : problem.message}
    </SignInNote>
  );
}

type GateSendOptions<Values, Answer> = {
  send: (values: Values) => Promise<Answer>;
  onDone: (answer: Answer) => void | Promise<void>;
  onProblem?: () => void;
};

/** Sends a sign-in or setup form. `isWaiting` is true until a rate limit ends. */
export function useGateSend<Values = void, Answer = unknown>({
  send,
  onDone,
  onProblem,
}: GateSendOptions<Values, Answer>) {
  const now = useNow() ?? 0;
  const mutation = useMutation<Answer, Problem, Values>({
    mutationFn: send,
    networkMode: "always",
    onSuccess: (answer) => onDone(answer),
    ...(onProblem ? { onError: onProblem } : {}),
  });
  const waitMs = (mutation.error?.retryAfterSeconds ?? 0) * 1000;
  return { mutation, isWaiting: now < mutation.submittedAt + waitMs };
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

type GateSubmitProps<Values, Answer> = {
  gate: ReturnType<typeof useGateSend<Values, Answer>>;
  sendingLabel?: string;
  /** False if the page has another, more usual way. */
  isFirst?: boolean;
  children: ReactNode;
};

/** Error and submit button of a sign-in form. */
export function GateSubmit<Values, Answer>({
  gate,
  sendingLabel = "Signing in…",
  isFirst = true,
  children,
}: GateSubmitProps<Values, Answer>) {
  const { mutation, isWaiting } = gate;
  return (
    <>
      {mutation.error && <GateProblem problem={mutation.error} isWaiting={isWaiting} />}
      <Button
        type="submit"
        variant={isFirst ? "primary" : "plain"}
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
