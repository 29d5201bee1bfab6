"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as z from "zod/mini";
import { useCheckedForm } from "@/components/send/use-checked-form";
import { Button } from "@/components/ui/buttons/button";
import { TimeText } from "@/components/ui/time/time-text";
import { ZoneProvider } from "@/components/ui/time/zone";
import { askAuth } from "@/lib/client/ask-auth";
import { passwordFault } from "@/lib/contract/console/people/password";
import { emailAddress } from "@/lib/contract/inputs/fields";
import { passwordHint } from "./password-hint";
import { afterSignIn } from "./return-path";
import { SignInFrame, SignInTitle } from "./sign-in-frame";
import { GateField, GateForm, GatePassword, GateSubmit, gateWidth, useGateSend } from "./sign-in-problem";

type SetupLink = { is_usable: true; ends_at: string } | { is_usable: false };

/** Creates the first admin, who then lands on the overview. */
export function SetupScreen({ token }: { token: string }) {
  // Fetched once, because the link is used up by the form.
  const link = useQuery({
    queryKey: ["gate", "setup", token],
    queryFn: () => askAuth<SetupLink>(`setup?token=${encodeURIComponent(token)}`),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: token !== "",
  });
  if (token === "" || link.error || link.data?.is_usable === false)
    return (
      <SignInFrame isSetup foot={<span>First run</span>}>
        <NoLink problem={token === "" ? undefined : (link.error ?? undefined)} onAgain={() => void link.refetch()} />
      </SignInFrame>
    );
  return (
    <SignInFrame isSetup foot={link.data && <LinkEnd at={link.data.ends_at} />}>
      <CreateAccount token={token} />
    </SignInFrame>
  );
}

const LinkEnd = ({ at }: { at: string }) => (
  <ZoneProvider zone="local">
    <span>
      This link ends at <TimeText at={at} variant="clock" quiet />. <code>npm run admin -- setup-link</code> makes
      another.
    </span>
  </ZoneProvider>
);

const accountSchema = z
  .object({
    name: z.string().check(z.trim(), z.minLength(1, "Enter a name."), z.maxLength(120, "Use at most 120 characters.")),
    email: emailAddress,
    password: z.string(),
  })
  .check(
    z.superRefine(({ password, ...person }, context) => {
      const message = passwordFault(password, person);
      if (message) context.addIssue({ code: "custom", path: ["password"], message });
    }),
  );

function CreateAccount({ token }: { token: string }) {
  const { field, handleSubmit, watch } = useCheckedForm(accountSchema, {
    defaultValues: { name: "", email: "", password: "" },
  });
  const { name, email, password } = watch();
  const gate = useGateSend<z.output<typeof accountSchema>>({
    send: (account) => askAuth("setup", { ...account, token }),
    onDone: async () => location.replace(await afterSignIn("/")),
  });
  return (
    <>
      <SignInTitle lead="You become the first admin. You can add others later.">Create your account</SignInTitle>
      <GateForm isWide onSubmit={handleSubmit((account) => gate.mutation.mutate(account))}>
        <GateField label="Name" autoComplete="name" {...field("name")} />
        <GateField label="Email" type="email" autoComplete="username" {...field("email")} />
        <GatePassword
          autoComplete="new-password"
          hint={passwordHint(password, { name, email })}
          {...field("password")}
        />
        <GateSubmit gate={gate} sendingLabel="Setting up…">
          Create account
        </GateSubmit>
      </GateForm>
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
