"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import * as z from "zod/mini";
import { roleName } from "@/components/query/who-can";
import { useCheckedForm } from "@/components/send/use-checked-form";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { askAuth } from "@/lib/client/ask-auth";
import { passwordFault } from "@/lib/contract/console/people/password";
import type { Role } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { tokenIn } from "@/lib/format/damaged-link";
import { passwordHint } from "./password-hint";
import { afterSignIn } from "./return-path";
import type { SignInAnswer } from "./second-step";
import { SignInFrame, SignInTitle } from "./sign-in-frame";
import { GateField, GateForm, GatePassword, GateSubmit, useGateSend } from "./sign-in-problem";

const SecondStep = deferred(async () => (await import("./second-step")).SecondStep);

type Invitee = { name: string; email: string; role: Role; is_new: boolean; made_by: string | null };

/** Page of an invitation or reset link: sets the password and signs in. */
export function SetPasswordScreen({ sendsMail }: { sendsMail: boolean }) {
  const token = useSyncExternalStore(
    onHashChange,
    () => tokenIn(location.hash),
    () => undefined,
  );
  const link = useQuery<Invitee, Error>({
    queryKey: ["gate", "link", token],
    queryFn: () => askAuth<Invitee>("link", { token: token ?? "" }),
    // Fetched once, because the link is used up by setting the password.
    staleTime: Number.POSITIVE_INFINITY,
    enabled: token !== undefined,
  });
  const { status } = link;
  useEffect(() => {
    if (status !== "pending") document.querySelector<HTMLElement>("h1")?.focus();
  }, [status]);
  return (
    <SignInFrame foot={link.data && <span>The link works once</span>}>
      {link.data && token !== undefined ? (
        <ChoosePassword key={token} person={link.data} token={token} />
      ) : link.error ? (
        <NoLink error={link.error} sendsMail={sendsMail} onAgain={() => void link.refetch()} />
      ) : (
        <SignInTitle lead="Checking your link…">Choose a password</SignInTitle>
      )}
    </SignInFrame>
  );
}

function onHashChange(listener: () => void) {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}

type NoLinkProps = { error: Error; sendsMail: boolean; onAgain: () => void };

function NoLink({ error, sendsMail, onAgain }: NoLinkProps) {
  const isVoid = error instanceof Problem && ["forbidden", "bad_input"].includes(error.code);
  return (
    <>
      <SignInTitle lead={isVoid ? "Ask an admin for a new one." : error.message}>
        {isVoid ? "This link no longer works" : "The link cannot be checked now"}
      </SignInTitle>
      {isVoid && (
        <p className="mb-5 max-w-[25em] text-ink-2">
          It was used, was cut short, has expired, or a newer one was made. If you have chosen your password already,
          sign in with it.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {isVoid ? (
          <a className={buttonClass({ variant: "primary", size: "large" })} href="/sign-in">
            Sign in
          </a>
        ) : (
          <Button size="large" onClick={onAgain}>
            Try again
          </Button>
        )}
        {isVoid && sendsMail && (
          <a className={buttonClass({ size: "large" })} href="/sign-in?forgot=1">
            Mail me a new link
          </a>
        )}
      </div>
    </>
  );
}

const passwordSchema = ({ name: invitedName, email }: Invitee) =>
  z
    .object({
      name: z.string().check(z.trim(), z.maxLength(120, "Use at most 120 characters.")),
      password: z.string(),
    })
    .check(
      z.superRefine(({ name, password }, context) => {
        if (invitedName === "" && name === "")
          context.addIssue({ code: "custom", path: ["name"], message: "Enter a name." });
        const message = passwordFault(password, { name: invitedName || name, email });
        if (message) context.addIssue({ code: "custom", path: ["password"], message });
      }),
    );
type NewPassword = z.output<ReturnType<typeof passwordSchema>>;

function ChoosePassword({ person, token }: { person: Invitee; token: string }) {
  const { field, handleSubmit, watch, setFocus } = useCheckedForm(passwordSchema(person), {
    defaultValues: { name: "", password: "" },
  });
  const { name, password } = watch();
  const [answer, setAnswer] = useState<SignInAnswer>();
  // `replace` keeps the used link out of the browser's history.
  const open = async () => location.replace(await afterSignIn("/"));
  const setPassword = useGateSend<NewPassword, SignInAnswer>({
    send: (values) => askAuth("link/password", { ...values, token }),
    onDone: (answer) => (answer.step ? setAnswer(answer) : open()),
    onProblem: () => setFocus("password"),
  });
  const { email, role, is_new, made_by } = person;
  if (answer?.step) return <SecondStep answer={answer} onIn={open} onBack={() => location.replace("/sign-in")} />;

  return (
    <>
      <SignInTitle
        lead={
          is_new
            ? `${made_by ? `${made_by} invited you` : "You were invited"} as ${roleName(role).toLowerCase()}. Choose the password you will sign in with.`
            : `${made_by ? `${made_by} made this link for you. ` : ""}Your old password stops working, and you are signed out everywhere else.`
        }
      >
        {is_new ? `Welcome${person.name ? `, ${person.name}` : ""}` : "Choose a new password"}
      </SignInTitle>
      <GateForm onSubmit={handleSubmit((values) => setPassword.mutation.mutate(values))}>
        <GateField label="Email" autoComplete="username" value={email} readOnly />
        {person.name === "" && <GateField label="Your name" autoComplete="name" {...field("name")} />}
        <GatePassword
          label={is_new ? "Password" : "New password"}
          autoComplete="new-password"
          hint={passwordHint(password, { name: person.name || name, email })}
          {...field("password")}
        />
        <GateSubmit gate={setPassword}>{is_new ? "Go to Switchboard" : "Use this password and sign in"}</GateSubmit>
      </GateForm>
    </>
  );
}
