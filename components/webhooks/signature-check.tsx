"use client";

import { useState } from "react";
import { Webhook } from "standardwebhooks";
import { Status } from "@/components/status/status";
import { Field, TextField } from "@/components/ui/fields/field";
import { inputClass } from "@/components/ui/fields/input";
import { attempt } from "@/lib/format/attempt";

const emptyMessage = { secret: "", id: "", timestamp: "", signature: "", body: "" };

export type SignedMessage = typeof emptyMessage;

/** Verifies the signature of a received message. Runs in the browser only. */
export function SignatureCheck() {
  const [message, setMessage] = useState(emptyMessage);
  const check = checkSignature(message);
  const field = (name: keyof SignedMessage) => ({
    value: message[name],
    onChange: ({ target }: { target: { value: string } }) => setMessage({ ...message, [name]: target.value }),
    autoComplete: "off",
    spellCheck: false,
  });
  return (
    <>
      <p className="mt-2 max-w-[44em] text-ink-2">
        For messages signed with Standard Webhooks: HMAC-SHA256 of ID, time and body. The platform does not say how it
        signs. Nothing you type leaves this browser.
      </p>
      <div className="mt-3 grid max-w-[560px] gap-3">
        <TextField label="Secret of the webhook" type="password" code {...field("secret")} />
        <TextField label="webhook-id" code {...field("id")} />
        <TextField label="webhook-timestamp" code inputMode="numeric" {...field("timestamp")} />
        <TextField label="webhook-signature" code {...field("signature")} />
        <Field label="Body" hint="Exactly as received: one extra space changes the signature.">
          {(control) => (
            <textarea
              className={`${inputClass()} h-auto w-full py-1.5 font-mono`}
              rows={4}
              {...control}
              {...field("body")}
            />
          )}
        </Field>
        <p role="status" className="min-h-6">
          {check && <Status word={check.message} tone={check.isRight ? "ok" : "fault"} />}
        </p>
      </div>
    </>
  );
}

/** Undefined while a field is empty. */
export function checkSignature({ secret, id, timestamp, signature, body }: SignedMessage) {
  if ([secret, id, timestamp, signature, body].some((value) => value.trim() === "")) return undefined;
  const wrong = (message: string) => ({ isRight: false, message });
  if (!/^\d{1,12}$/.test(timestamp.trim())) return wrong("The timestamp is not a number of seconds since 1970");
  const signed = signature.trim().split(/\s+/);
  if (!signed.some((value) => value.startsWith("v1,"))) return wrong("No signature here begins with v1,");
  const expected = signatureOf({ secret, id, timestamp, body });
  if (expected === undefined) return wrong("This is not a secret: after whsec_ it is Base64");
  return signed.includes(expected)
    ? { isRight: true, message: "The signature is right" }
    : wrong("Wrong secret, or ID, time or body differ from what was sent");
}

const signatureOf = ({ secret, id, timestamp, body }: Omit<SignedMessage, "signature">) =>
  attempt(() => new Webhook(secret.trim()).sign(id.trim(), new Date(Number(timestamp) * 1000), body));
