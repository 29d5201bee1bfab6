"use client";

import { type ReactNode, useId, useState } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Facts } from "./facts";
import { Field } from "./field";
import { Lamp } from "./lamp";

export type ConfirmDialogProps = {
  /** A question: "End this call?" */
  question: string;
  children: ReactNode;
  /** The request that goes out, as "POST /v1/calls/call_9tVx/end". */
  sends: string;
  facts?: readonly (readonly [name: string, value: ReactNode])[];
  confirmLabel: string;
  keepLabel: string;
  /** The text that must be typed or pasted before the button works. */
  typeToConfirm?: string;
  typeLabel?: ReactNode;
  /** False while something must still be chosen before the button works. */
  isReady?: boolean;
  isSending?: boolean;
  error?: string | undefined;
  stop?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

export function ConfirmDialog({
  question,
  children,
  sends,
  facts = [],
  confirmLabel,
  keepLabel,
  typeToConfirm,
  typeLabel,
  isReady = true,
  isSending = false,
  error,
  stop = true,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const formId = useId();
  const [typed, setTyped] = useState("");
  const mayConfirm = isReady && (typeToConfirm === undefined || typed === typeToConfirm);

  const footer = (
    <>
      <Button onClick={onClose} {...(typeToConfirm === undefined ? { "data-first-focus": true } : {})}>
        {keepLabel}
      </Button>
      <Button
        type="submit"
        form={formId}
        variant={stop ? (mayConfirm ? "stop-solid" : "stop") : "primary"}
        disabled={!mayConfirm}
        isSending={isSending}
      >
        {confirmLabel}
      </Button>
    </>
  );

  return (
    <Dialog title={question} onClose={onClose} footer={footer} alert>
      <div className="dim">{children}</div>
      <Facts
        facts={[
          ...facts,
          [
            "Sends",
            <span key="sends" className="mono">
              {sends}
            </span>,
          ],
        ]}
      />
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (mayConfirm && !isSending) onConfirm();
        }}
      >
        {typeToConfirm !== undefined && (
          <Field className="mt-3.5" label={typeLabel ?? <TypeLabel text={typeToConfirm} />}>
            {(control) => (
              <input
                {...control}
                className="inp code"
                data-first-focus
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
        )}
        {error && (
          <div className="field mt-3">
            <span className="err" role="alert">
              <Lamp reading="fault" />
              <span>{error}</span>
            </span>
          </div>
        )}
      </form>
    </Dialog>
  );
}

function TypeLabel({ text }: { text: string }) {
  return (
    <>
      Type <span className="mono">{text}</span> to go on
    </>
  );
}
