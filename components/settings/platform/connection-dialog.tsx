import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ConnectionForm, type ConnectionInput } from "@/components/send/connection-form";
import { SendFault } from "@/components/send/send-fault";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { write } from "@/lib/client/query";
import type { Connection } from "@/lib/contract/console/connection";
import { changeConnection, revertConnection, tryConnection } from "@/lib/contract/console/connection-change";

const SwitchDialog = deferred(async () => (await import("./switch-dialog")).SwitchDialog);

type ConnectionDialogProps = { connection: Connection; onClose: () => void };

/** Changes address and key after a passed test. The previous ones stay available for ten minutes. */
export function ConnectionDialog({ connection, onClose }: ConnectionDialogProps) {
  return (
    <Dialog title="Change address or key" wide onClose={onClose} footer={<Button onClick={onClose}>Cancel</Button>}>
      <div className="mt-2">
        <ChangeForm connection={connection} />
      </div>
    </Dialog>
  );
}

/** Reloads, because all data on the page belongs to the previous platform. */
const reloadPage = () => window.location.reload();

function ChangeForm({ connection, connection: { source, address } }: { connection: Connection }) {
  const [pending, setPending] = useState<ConnectionInput | "demo">();
  const test = useMutation(write(tryConnection));
  const change = useMutation({ ...write(changeConnection), onSuccess: reloadPage });
  const toDemo = useMutation({ ...write(revertConnection), onSuccess: reloadPage });
  const fault = (
    <>
      {change.error && <SendFault error={change.error} what="Switch connection" onDismiss={change.reset} />}
      {toDemo.error && <SendFault error={toDemo.error} what="Use the demo platform" onDismiss={toDemo.reset} />}
    </>
  );
  return (
    <>
      <ConnectionForm
        startsAs="own"
        demo={source === "demo" ? "Sample data, nobody is called. In use now." : "Sample data, nobody is called."}
        isDemoInUse={source === "demo"}
        address={address ?? undefined}
        test={{
          run: test.mutate,
          isPending: test.isPending,
          result: test.data?.value,
          fault: test.error && <SendFault error={test.error} what="Test" onDismiss={test.reset} />,
        }}
        use={{
          run: (connection) => setPending(connection ?? "demo"),
          label: "Switch connection",
          isPending: change.isPending || toDemo.isPending,
          asksFirst: true,
          fault,
        }}
      >
        <p className="text-sm/[17px] text-ink-3">
          Nobody has to sign in again, and you can switch back for ten minutes. Data of the current platform is kept,
          but hidden while another organization’s key is in use.
        </p>
      </ConnectionForm>
      {pending && (
        <SwitchDialog
          connection={connection}
          host={pending === "demo" ? null : new URL(pending.address).host}
          onConfirm={() => {
            setPending(undefined);
            if (pending === "demo") toDemo.mutate({ to: "demo" });
            else change.mutate(pending);
          }}
          onClose={() => setPending(undefined)}
        />
      )}
    </>
  );
}
