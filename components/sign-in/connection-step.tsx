"use client";

import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import { ConnectionForm, type ConnectionInput, type TestedConnection } from "@/components/send/connection-form";
import { useCheckedForm } from "@/components/send/use-checked-form";
import { Button } from "@/components/ui/buttons/button";
import { askAuth } from "@/lib/client/ask-auth";
import { passwordFault } from "@/lib/contract/console/password";
import { emailAddress } from "@/lib/contract/fields";
import type { Problem } from "@/lib/contract/problem";
import { passwordHint } from "./password-hint";
import { SignInTitle } from "./sign-in-frame";
import { GateField, GateForm, GatePassword, GateProblem, gateWidth, useGateSend } from "./sign-in-problem";

export type SetupConnection =
  | { is_usable: true; host: string; source: "demo" | "set" | "environment"; ends_at: string }
  | { is_usable: false };

type UsableSetup = Extract<SetupConnection, { is_usable: true }>;

export type ConnectionStepProps = {
  connection: UsableSetup;
  token: string;
  account: AdminAccount;
  onBack: () => void;
  onDone: () => Promise<void>;
};

/** Tests and sets the connection during setup. Authorized by the setup link, before anyone can sign in. */
export function ConnectionStep({ connection, token, account, onBack, onDone }: ConnectionStepProps) {
  const { mutation: finish, ...gate } = useGateSend<ConnectionInput | undefined>({
    send: (newConnection) =>
      askAuth("setup", { ...account, token, ...(newConnection && { connection: newConnection }) }),
    onDone,
  });
  const test = useMutation<TestedConnection, Problem, ConnectionInput>({
    mutationFn: (candidate) => askAuth<TestedConnection>("setup/connection", { token, connection: candidate }),
    networkMode: "always",
  });
  const back = (
    <Button size="large" onClick={onBack}>
      Back
    </Button>
  );
  const fault = finish.error && <GateProblem problem={finish.error} isWaiting={gate.isWaiting} />;
  return (
    <>
      <SignInTitle lead="You can change this later, in Settings.">Connect your voice platform</SignInTitle>
      <div className={gateWidth}>
        {connection.source !== "demo" ? (
          <div className="grid gap-3.5">
            <ExistingConnection connection={connection} />
            {fault}
            <div className="flex flex-wrap gap-2">
              {back}
              <Button
                variant="primary"
                size="large"
                className="min-w-0 flex-1"
                disabled={gate.isWaiting}
                isSending={finish.isPending}
                sendingLabel="Setting up…"
                onClick={() => finish.mutate(undefined)}
              >
                Use this platform
              </Button>
            </div>
          </div>
        ) : (
          <ConnectionForm
            isLarge
            startsAs="demo"
            demo="Sample data for a first look. No account, no key, nobody is called."
            back={back}
            test={{
              run: test.mutate,
              isPending: test.isPending,
              result: test.data,
              fault: test.error && <GateProblem problem={test.error} isWaiting />,
            }}
            use={{
              run: finish.mutate,
              label: "Use this platform",
              isPending: finish.isPending || finish.isSuccess,
              isOff: gate.isWaiting,
              fault,
            }}
          />
        )}
      </div>
    </>
  );
}

/** Where a connection that was set before leads. It is not changed here. */
function ExistingConnection({ connection: { host, source } }: { connection: UsableSetup }) {
  return (
    <p>
      {source === "environment" ? (
        <>
          Set by the server's environment: <code>VOICE_API_BASE_URL</code> and <code>VOICE_API_KEY</code> lead to
        </>
      ) : (
        "Set here before:"
      )}{" "}
      <code>{host}</code>. The key is never shown.
    </p>
  );
}

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

export type AdminAccount = z.output<typeof accountSchema>;

export function AccountStep({ account, onNext }: { account: AdminAccount; onNext: (account: AdminAccount) => void }) {
  const { field, handleSubmit, watch } = useCheckedForm(accountSchema, { defaultValues: account });
  const { name, email, password } = watch();
  return (
    <>
      <SignInTitle lead="You become the first admin. You can add others later.">Create your account</SignInTitle>
      <GateForm isWide onSubmit={handleSubmit(onNext)}>
        <GateField label="Name" autoComplete="name" {...field("name")} />
        <GateField label="Email" type="email" autoComplete="username" {...field("email")} />
        <GatePassword
          autoComplete="new-password"
          hint={passwordHint(password, { name, email })}
          {...field("password")}
        />
        <Button type="submit" variant="primary" size="large" className="mt-1">
          Continue to the connection
        </Button>
      </GateForm>
    </>
  );
}
