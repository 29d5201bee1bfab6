import type { ReactNode } from "react";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Dialog } from "@/components/ui/overlay/dialog";

type ShownOnceDialogProps = {
  title: string;
  lead: string;
  secret: string;
  /** "the link": names what is copied. */
  name: string;
  children?: ReactNode;
  onClose: () => void;
};

/** A secret that cannot be shown again. Only *Done* closes it. */
export function ShownOnceDialog({ title, lead, secret, name, children, onClose }: ShownOnceDialogProps) {
  const footer = (
    <Button variant="primary" onClick={onClose}>
      Done
    </Button>
  );
  return (
    <Dialog title={title} footer={footer}>
      <p className="text-ink-2">{lead}</p>
      <p className="mt-3.5 flex min-w-0 items-start gap-2">
        <code className="min-w-0 flex-1 rounded-2 bg-well px-2 py-1 text-sm/[18px] wrap-anywhere select-all">
          {secret}
        </code>
        <CopyButton text={secret} name={name} data-first-focus>
          Copy
        </CopyButton>
      </p>
      {children}
    </Dialog>
  );
}
