import type { ReactNode } from "react";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Dialog } from "@/components/ui/overlay/dialog";

type ShownSecretProps = {
  secret: string;
  /** "the link": names what is copied. */
  name: string;
  hasFirstFocus?: boolean;
};

type ShownOnceDialogProps = ShownSecretProps & {
  title: string;
  lead: string;
  children?: ReactNode;
  onClose: () => void;
};

/** A secret that cannot be shown again. Only *Done* closes it. */
export function ShownOnceDialog({ title, lead, children, onClose, ...shown }: ShownOnceDialogProps) {
  const footer = (
    <Button variant="primary" onClick={onClose}>
      Done
    </Button>
  );
  return (
    <Dialog title={title} footer={footer}>
      <p className="text-ink-2">{lead}</p>
      <ShownSecret {...shown} hasFirstFocus />
      {children}
    </Dialog>
  );
}

/** A secret or a command as text, on one or more lines, to be copied. */
export const ShownSecret = ({ secret, name, hasFirstFocus = false }: ShownSecretProps) => (
  <p className="mt-3.5 flex min-w-0 items-start gap-2">
    <code
      translate="no"
      className="min-w-0 flex-1 rounded-2 bg-well px-2 py-1 text-sm/[18px] wrap-anywhere whitespace-pre-line select-all"
    >
      {secret}
    </code>
    <CopyButton text={secret} name={name} {...(hasFirstFocus ? { "data-first-focus": true } : {})}>
      Copy
    </CopyButton>
  </p>
);
