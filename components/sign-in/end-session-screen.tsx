"use client";

import { useEffect } from "react";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { askAuth } from "@/lib/client/ask-auth";
import { tokenIn } from "@/lib/format/damaged-link";
import { SignInFrame, SignInTitle } from "./sign-in-frame";
import { GateForm, GateSubmit, useGateSend } from "./sign-in-problem";

/** Page of the mail about a sign-in from an unknown browser. Only its button ends the session. */
export function EndSessionScreen() {
  const end = useGateSend({
    send: () => askAuth("mailed-session/end", { token: tokenIn(location.hash) }),
    onDone: () => undefined,
  });
  const { isSuccess } = end.mutation;
  useEffect(() => {
    if (isSuccess) document.querySelector<HTMLElement>("h1")?.focus();
  }, [isSuccess]);
  return (
    <SignInFrame foot={null}>
      {isSuccess ? (
        <>
          <SignInTitle lead="If you did not sign in, somebody knows your password: choose another now.">
            That session is over
          </SignInTitle>
          <div>
            <a className={buttonClass({ variant: "primary", size: "large" })} href="/sign-in?forgot=1">
              Choose a new password
            </a>
          </div>
        </>
      ) : (
        <>
          <SignInTitle lead="The mail says when, and from which browser. If it was you, close this page.">
            Was it you who signed in?
          </SignInTitle>
          <GateForm
            onSubmit={(event) => {
              event.preventDefault();
              end.mutation.mutate();
            }}
          >
            <GateSubmit gate={end} sendingLabel="Ending…">
              End that session
            </GateSubmit>
          </GateForm>
        </>
      )}
    </SignInFrame>
  );
}
