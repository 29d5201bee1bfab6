import { type FormEvent, useState } from "react";
import { useFormSend } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { FieldError, TextField } from "@/components/ui/fields/field";
import { PasswordField } from "@/components/ui/fields/password-field";
import { Switch } from "@/components/ui/fields/switch";
import { type HookAddress, setSigning } from "@/lib/contract/console/inbox/addresses";
import { changeWords, EarlierSecret } from "./signing-notes";

type Signing = HookAddress["signing"];

const choices: readonly { value: Signing; label: string; note: string }[] = [
  { value: "none", label: "None", note: "the address itself is the only proof" },
  { value: "standard", label: "Standard Webhooks", note: "three headers, the secret begins with whsec_" },
  { value: "hmac", label: "HMAC of the body", note: "SHA-256, with or without the time in front" },
  { value: "header", label: "A fixed header", note: "a name and a value that you choose" },
];

/** How events at an address are checked. Nothing changes before *Save*. */
export function SigningForm({ address }: { address: HookAddress }) {
  const form = useSigningForm(address);
  const { signing, isRefusing, isOtherKind, save } = form;
  const hasSecret = form.secret.trim() !== "";
  const note = changeWords(address, { signing, refuses_unsigned: isRefusing, hasSecret });
  return (
    <form className="mt-2 grid gap-3" onSubmit={form.submit} noValidate>
      <SigningChoice chosen={signing} onChoose={form.setSigning} />
      {form.needsHeader && (
        <TextField
          label="Name of the header"
          code
          placeholder={signing === "hmac" ? "x-signature" : "x-secret"}
          value={form.header}
          onChange={({ target }) => form.setHeader(target.value)}
        />
      )}
      {signing !== "none" && (
        <PasswordField
          label={signing === "header" ? "Value of the header" : "Secret"}
          autoComplete="off"
          hint={signing === address.signing ? "Leave it empty to keep the one that is stored." : undefined}
          value={form.secret}
          onChange={({ target }) => form.setSecret(target.value)}
        />
      )}
      <Switch checked={isRefusing} disabled={signing === "none"} onChange={form.setRefuses}>
        Refuse unsigned events
      </Switch>
      {signing === "none" && (
        <p className="text-sm text-ink-3">Choose how events are signed first. Otherwise all would be refused.</p>
      )}
      {note && (
        <p role="status" className={`text-sm/[18px] ${isRefusing && isOtherKind ? "text-wait-ink" : "text-ink-2"}`}>
          {note}
        </p>
      )}
      {save.error && <FieldError isAlert>{save.error.message}</FieldError>}
      {form.isChanged && (
        <Button type="submit" className="justify-self-start" isSending={save.isPending} sendingLabel="Saving…">
          Save
        </Button>
      )}
      {address.earlier_until !== null && <EarlierSecret address={address} until={address.earlier_until} />}
    </form>
  );
}

/** The input, and how it differs from the stored settings. The stored secret is never shown, so any text is a change. */
function useSigningForm(address: HookAddress) {
  const save = useFormSend(setSigning, () => setSecret(""));
  const [signing, setKind] = useState(address.signing);
  const [header, setHeader] = useState(address.signing_header ?? "");
  const [secret, setSecret] = useState("");
  const [refuses, setRefuses] = useState(address.refuses_unsigned);
  const needsHeader = signing === "hmac" || signing === "header";
  const isRefusing = refuses && signing !== "none";
  const isOtherKind = signing !== address.signing;
  const isChanged =
    isOtherKind ||
    isRefusing !== address.refuses_unsigned ||
    (needsHeader && header !== (address.signing_header ?? "")) ||
    secret !== "";
  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate({
      ...{ address_id: address.id, signing, header: needsHeader ? header : "" },
      ...{ secret: signing === "none" ? "" : secret, refuses_unsigned: isRefusing },
    });
  }
  return {
    ...{ signing, setSigning: setKind, header, setHeader, secret, setSecret, setRefuses },
    ...{ needsHeader, isRefusing, isOtherKind, isChanged, save, submit },
  };
}

function SigningChoice({ chosen, onChoose }: { chosen: Signing; onChoose: (signing: Signing) => void }) {
  return (
    <fieldset className="grid border-t border-rule">
      <legend className="sr-only">How events are signed</legend>
      {choices.map(({ value, label, note }) => (
        <label key={value} className="flex cursor-pointer gap-2.5 border-b border-rule py-2">
          <input
            type="radio"
            name="signing"
            className="mt-1 accent-accent"
            checked={chosen === value}
            onChange={() => onChoose(value)}
          />
          <span>
            <span className="font-medium">{label}</span>
            <span className="block text-sm text-ink-3">{note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
