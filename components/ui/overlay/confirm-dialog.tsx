import { type ReactNode, useId, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Field, FieldError } from "@/components/ui/fields/field";
import { Input } from "@/components/ui/fields/input";
import { Facts } from "@/components/ui/page/kv-list";
import { Dialog } from "./dialog";
import { isTyped, type TypeToConfirm } from "./type-to-confirm";

export type ConfirmDialogProps = {
  /** A question: "End this call?" */
  question: string;
  children: ReactNode;
  facts?: readonly (readonly [name: string, value: ReactNode])[];
  confirmLabel: string;
  keepLabel?: string;
  /** Text to type before the button is enabled. */
  typeToConfirm?: TypeToConfirm | undefined;
  /** False while a required choice is missing. Disables the button. */
  isReady?: boolean;
  off?: string | undefined;
  isSending?: boolean;
  error?: string | undefined;
  stop?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

export type SendConfirmation = Pick<ConfirmDialogProps, "off" | "onConfirm" | "onClose">;

export function ConfirmDialog({
  question,
  children,
  facts = [],
  confirmLabel,
  keepLabel = "Cancel",
  typeToConfirm,
  isReady = true,
  off,
  isSending = false,
  error,
  stop = true,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const formId = useId();
  const [typed, setTyped] = useState("");
  const mayConfirm = isReady && off === undefined && (typeToConfirm === undefined || isTyped(typed, typeToConfirm));

  const footer = (
    <>
      <Button onClick={onClose} {...(typeToConfirm === undefined ? { "data-first-focus": true } : {})}>
        {keepLabel}
      </Button>
      <ConfirmButton {...{ formId, stop, mayConfirm, isSending }}>{confirmLabel}</ConfirmButton>
    </>
  );

  return (
    <Dialog title={question} onClose={onClose} footer={footer} alert>
      <div className="text-ink-2">{children}</div>
      {facts.length > 0 && <Facts facts={facts} />}
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (mayConfirm && !isSending) onConfirm();
        }}
      >
        {typeToConfirm !== undefined && <TypedText expected={typeToConfirm} typed={typed} onType={setTyped} />}
        <OffNote off={off} />
        {error && (
          <FieldError isAlert className="mt-3">
            {error}
          </FieldError>
        )}
      </form>
    </Dialog>
  );
}

type ConfirmButtonProps = {
  formId: string;
  stop: boolean;
  mayConfirm: boolean;
  isSending: boolean;
  children: ReactNode;
};

const ConfirmButton = ({ formId, stop, mayConfirm, isSending, children }: ConfirmButtonProps) => (
  <Button
    type="submit"
    form={formId}
    variant={stop ? (mayConfirm ? "stop-solid" : "stop") : "primary"}
    disabled={!mayConfirm}
    isSending={isSending}
  >
    {children}
  </Button>
);

type TypedTextProps = { expected: TypeToConfirm; typed: string; onType: (text: string) => void };

export const TypedText = ({ expected, typed, onType }: TypedTextProps) => (
  <Field className="mt-3.5" label={expected.label} hint={expected.text}>
    {(control) => (
      <Input
        {...control}
        data-first-focus
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
    )}
  </Field>
);

const OffNote = ({ off }: { off: string | undefined }) => (
  <p role="status" className={off === undefined ? "" : "mt-3 text-wait-ink"}>
    {off && `${off}.`}
  </p>
);
