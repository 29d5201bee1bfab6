import { type ReactNode, useState } from "react";
import type * as z from "zod/mini";
import { Button } from "@/components/ui/buttons/button";
import { TextField } from "@/components/ui/fields/field";
import { PasswordField } from "@/components/ui/fields/password-field";
import { isUsable } from "@/lib/contract/console/connection-change";
import type { givenConnection } from "@/lib/contract/inputs/connection";
import { type TestedConnection, TestResult } from "./connection-checks";
import { type LateCheckedForm, useLateCheckedForm } from "./use-late-checked-form";

export type ConnectionInput = z.output<typeof givenConnection>;

type ConnectionFormProps = {
  startsAs: "demo" | "own";
  demo: ReactNode;
  isDemoInUse?: boolean;
  /** The address in use. Only its key is asked for then. */
  address?: string | undefined;
  test: {
    run: (input: ConnectionInput) => void;
    isPending: boolean;
    result: TestedConnection | undefined;
    fault: ReactNode;
  };
  /** `run` gets undefined for the demo platform. */
  use: {
    run: (input: ConnectionInput | undefined) => void;
    label: string;
    isPending: boolean;
    isOff?: boolean;
    asksFirst?: boolean;
    fault: ReactNode;
  };
  children?: ReactNode;
};

const loadCheck = async () => (await import("@/lib/contract/inputs/connection")).givenConnection;

export function ConnectionForm({ startsAs, demo, test, use, ...rest }: ConnectionFormProps) {
  const { isDemoInUse = false, address: addressInUse = "", children } = rest;
  const [choice, setChoice] = useState(startsAs);
  const [tested, setTested] = useState<ConnectionInput>();
  const form = useLateCheckedForm(loadCheck, { defaultValues: { address: addressInUse, key: "" } });
  const { address, key } = form.watch();
  const isOwn = choice === "own";
  // A result says nothing about what was typed since.
  const isTested = tested?.address === address && tested.key === key;
  const result = isTested ? test.result : undefined;
  const isPassed = result !== undefined && isUsable(result.checks);

  function runTest(input: ConnectionInput) {
    setTested(form.getValues());
    test.run(input);
  }

  return (
    <form
      className="grid gap-3.5"
      noValidate
      method="post"
      {...form.reach}
      onSubmit={(event) => {
        if (isOwn) return void form.handleSubmit(use.run)(event);
        event.preventDefault();
        use.run(undefined);
      }}
    >
      <PlatformChoice {...{ choice, demo }} onChoose={setChoice} />
      {isOwn && (
        <>
          <ConnectionFields form={form} />
          {isTested && test.fault}
          {result && <TestResult tested={result} host={hostOf(address)} />}
        </>
      )}
      {use.fault}
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        {isOwn && (
          <Button isSending={test.isPending} sendingLabel="Testing…" onClick={form.handleSubmit(runTest)}>
            Test
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          disabled={use.isOff || (isOwn ? !isPassed : isDemoInUse)}
          isSending={use.isPending}
          sendingLabel="Changing…"
          aria-haspopup={use.asksFirst ? "dialog" : undefined}
        >
          {isOwn ? use.label : "Use the demo platform"}
        </Button>
      </div>
      {isOwn && !isPassed && (
        <p className="text-sm/[17px] text-ink-3">{use.label} is available once the test passes.</p>
      )}
      {isOwn && children}
    </form>
  );
}

type PlatformChoiceProps = Pick<ConnectionFormProps, "demo"> & {
  choice: ConnectionFormProps["startsAs"];
  onChoose: (choice: ConnectionFormProps["startsAs"]) => void;
};

function PlatformChoice({ choice, demo, onChoose }: PlatformChoiceProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Platform</legend>
      <Choice title="Demo platform" isOn={choice === "demo"} onChoose={() => onChoose("demo")}>
        {demo}
      </Choice>
      <Choice title="Your voice platform" isOn={choice === "own"} onChoose={() => onChoose("own")}>
        Needs its address and an API key. The key stays on the server and is never shown again.
      </Choice>
    </fieldset>
  );
}

function ConnectionFields({ form }: { form: LateCheckedForm<ConnectionInput> }) {
  return (
    <>
      <TextField
        label="Address"
        code
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://api.example.com"
        hint="Without /v1"
        {...form.field("address")}
      />
      <PasswordField
        label="Key"
        autoComplete="off"
        hint="Stored encrypted. Only its last four characters are shown afterwards."
        {...form.field("key")}
      />
    </>
  );
}

type ChoiceProps = { title: string; isOn: boolean; onChoose: () => void; children: ReactNode };

function Choice({ title, isOn, onChoose, children }: ChoiceProps) {
  return (
    <label
      className={`flex cursor-pointer items-start gap-3 rounded-2 border px-3.5 py-2.5 ${isOn ? "border-accent bg-pick" : "border-rule-2"}`}
    >
      <input type="radio" name="platform" className="mt-1 accent-accent" checked={isOn} onChange={onChoose} />
      <span className="min-w-0">
        <b className="block font-semibold">{title}</b>
        <span className="block text-ink-2">{children}</span>
      </span>
    </label>
  );
}

const hostOf = (address: string) => (URL.canParse(address.trim()) ? new URL(address.trim()).host : address);
