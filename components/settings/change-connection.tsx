"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { loadSchema } from "#schema";
import { SendFault } from "@/components/send/send-fault";
import { Status } from "@/components/status/status";
import { Button } from "@/components/ui/buttons/button";
import type { Tone } from "@/components/ui/buttons/status-icon";
import { TextField } from "@/components/ui/fields/field";
import { PasswordField } from "@/components/ui/fields/password-field";
import { useToast } from "@/components/ui/overlay/toast";
import { Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { read, write } from "@/lib/client/query";
import {
  type Connection,
  type ConnectionCheck,
  changeConnection,
  getConnection,
  isUsable,
  type RowStatus,
  revertConnection,
  tryConnection,
} from "@/lib/contract/console/settings";

/** Another address and key, used once their test has passed; the ones before are kept for ten minutes. */
export function ChangeConnection() {
  const connection = useQuery(read(getConnection, {})).data?.value;
  if (!connection) return <Section title="Change address or key">{null}</Section>;
  return (
    <Section title="Change address or key">
      {connection.source === "environment" ? <InEnvironment /> : <ChangeForm connection={connection} />}
    </Section>
  );
}

function InEnvironment() {
  return (
    <div className="grid gap-2.5">
      <p>
        Set where Switchboard is started: <code>VOICE_API_BASE_URL</code> and <code>VOICE_API_KEY</code> in its
        environment come before anything set here.
      </p>
      <p className="text-sm/[17px] text-ink-3">
        Start Switchboard without them, and address and key are changed on this page.
      </p>
    </div>
  );
}

export const statusTones: Record<RowStatus, Tone> = { ok: "ok", look: "wait", fault: "fault", skipped: "idle" };

const order = ["fault", "look", "ok", "skipped"] as const;

const countLabel: Record<RowStatus, string> = {
  fault: "with a problem",
  look: "with a warning",
  ok: "OK",
  skipped: "not tried",
};

const schema = loadSchema(changeConnection.input);

type Given = z.input<typeof changeConnection.input>;

function ChangeForm({ connection }: { connection: Connection }) {
  const toast = useToast();
  const form = useForm<Given>({
    resolver: async (...given) => zodResolver(await schema)(...given),
    mode: "onTouched",
    defaultValues: { address: "", key: "" },
  });
  const [tested, setTested] = useState<Given>();
  const { address, key } = form.watch();
  const { errors } = form.formState;
  // Everything that is shown came from the other platform.
  const restart = () => window.location.reload();
  const test = useMutation(write(tryConnection));
  const change = useMutation({ ...write(changeConnection), onSuccess: restart });
  const revert = useMutation({
    ...write(revertConnection),
    onSuccess: ({ value }) => {
      toast({ title: value.message });
      restart();
    },
  });
  const checks = tested?.address === address && tested.key === key ? test.data?.value.checks : undefined;

  function tryIt(given: Given) {
    setTested(form.getValues());
    test.mutate(given);
  }

  return (
    <form className="grid gap-3.5" noValidate onSubmit={form.handleSubmit((given) => change.mutate(given))}>
      <TextField
        label="Address"
        code
        autoComplete="off"
        spellCheck={false}
        placeholder="https://api.example.com"
        error={errors.address?.message}
        {...form.register("address")}
      />
      <PasswordField
        label="Key"
        autoComplete="off"
        hint="Sealed in Switchboard's database. Afterwards only its last four characters are shown."
        error={errors.key?.message}
        {...form.register("key")}
      />
      {test.error && <SendFault error={test.error} what="Test" onDismiss={test.reset} />}
      {checks && <Checks checks={checks} />}
      {change.error && <SendFault error={change.error} what="Change over" onDismiss={change.reset} />}
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <Button isSending={test.isPending} sendingLabel="Testing…" onClick={form.handleSubmit(tryIt)}>
          Test
        </Button>
        <Button
          type="submit"
          variant="primary"
          disabled={!checks || !isUsable(checks)}
          isSending={change.isPending}
          sendingLabel="Changing…"
        >
          Change over
        </Button>
      </div>
      <p className="text-sm/[17px] text-ink-3">
        Can be pressed once the test has passed. Nobody has to sign in again, and what was used before is kept for ten
        minutes.
      </p>
      {connection.source === "set" && (
        <p>
          <Button
            size="small"
            isSending={revert.isPending}
            sendingLabel="Changing…"
            onClick={() => revert.mutate({ to: "demo" })}
          >
            Use the demo platform
          </Button>
        </p>
      )}
      {revert.error && <SendFault error={revert.error} what="Use the demo platform" onDismiss={revert.reset} />}
    </form>
  );
}

/** What a test found: every check that is not well in full, the others as a count. */
function Checks({ checks }: { checks: readonly ConnectionCheck[] }) {
  const told = checks.filter(({ outcome }) => outcome === "fault" || outcome === "look");
  const isGood = isUsable(checks);
  return (
    <div className="grid gap-1.5 rounded-2 border border-rule px-3.5 py-2.5" role="status">
      <Status
        word={isGood ? `It can be used: ${checksInMessage(checks)}.` : `It cannot be used: ${checksInMessage(checks)}.`}
        tone={isGood ? "ok" : "fault"}
      />
      <ul className="grid gap-1 text-sm/5">
        {told.map(({ id, name, outcome, says }) => (
          <li key={id}>
            <Status word={name} tone={statusTones[outcome]} />: {says}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Told above the connection while its predecessor is kept. */
export function GoBack({ previous, setAt }: { previous: NonNullable<Connection["previous"]>; setAt: string | null }) {
  const revert = useMutation({ ...write(revertConnection), onSuccess: () => window.location.reload() });
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3 rounded-2 border border-rule-2 px-3.5 py-2.5">
      <p className="min-w-0 flex-1">
        <b className="block font-semibold">
          The connection was changed {setAt && <TimeText at={setAt} variant="relative" quiet />}
        </b>
        {previous.host ? <code>{previous.host}</code> : "The demo platform"} is kept until{" "}
        <TimeText at={previous.until} variant="short-time" />.
      </p>
      <Button size="small" isSending={revert.isPending} onClick={() => revert.mutate({ to: "previous" })}>
        Go back to it
      </Button>
      {revert.error && <SendFault error={revert.error} what="Go back" onDismiss={revert.reset} />}
    </div>
  );
}

/** "1 with a problem, 2 with a warning, 9 OK": the gravest first. */
export function checksInMessage(checks: readonly Pick<ConnectionCheck, "outcome">[]): string {
  const counts = order.map((outcome) => [outcome, checks.filter((each) => each.outcome === outcome).length] as const);
  return counts.flatMap(([outcome, count]) => (count > 0 ? [`${count} ${countLabel[outcome]}`] : [])).join(", ");
}
