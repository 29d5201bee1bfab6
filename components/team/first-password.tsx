"use client";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { firstPasswordHours } from "@/lib/contract/console/password";

export type FirstPasswordProps = { name: string; password: string; isNew: boolean; onClose: () => void };

/** The one time a first password is seen. Closing it is the end of it here. */
export function FirstPassword({ name, password, isNew, onClose }: FirstPasswordProps) {
  return (
    <Dialog
      title={isNew ? `${name} was added` : `${name} has a new first password`}
      // A press beside the dialog must not lose what is shown only once.
      onClose={() => undefined}
      footer={
        <Button variant="primary" onClick={onClose}>
          I have handed it on
        </Button>
      }
    >
      <p className="dim">Give them this password yourself. It is shown only now and kept nowhere in clear.</p>
      <p className="row my-3.5">
        <code className="mono grow select-all" data-first-password>
          {password}
        </code>
        <CopyButton text={password} name="the first password" data-first-focus>
          Copy
        </CopyButton>
      </p>
      <p className="note">
        It works for {firstPasswordHours} hours. At their first sign-in they must choose one of their own.
      </p>
    </Dialog>
  );
}
