import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConnectionForm, type ConnectionInput } from "@/components/send/connection-form";
import { SendFault } from "@/components/send/send-fault";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { Icon } from "@/components/ui/buttons/icon";
import { Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { read, write } from "@/lib/client/query";
import { type Connection, getConnection } from "@/lib/contract/console/connection";
import { changeConnection, revertConnection, tryConnection } from "@/lib/contract/console/connection-change";

const SwitchDialog = deferred(async () => (await import("./switch-dialog")).SwitchDialog);

/** Changes address and key after a passed test. The previous ones stay available for ten minutes. */
export function ChangeConnection() {
  const connection = useQuery(read(getConnection, {})).data?.value;
  return (
    <Section title="Change address or key">
      {connection && (connection.source === "environment" ? <InEnvironment /> : <ChangeForm connection={connection} />)}
    </Section>
  );
}

function InEnvironment() {
  return (
    <div className="grid gap-2.5">
      <p>
        Set on the server: <code>VOICE_API_BASE_URL</code> and <code>VOICE_API_KEY</code> override anything set here.
      </p>
      <p className="text-sm/[17px] text-ink-3">
        To change address and key on this page, start Switchboard without them.
      </p>
    </div>
  );
}

/** Reloads, because all data on the page belongs to the previous platform. */
const reloadPage = () => window.location.reload();

function ChangeForm({ connection, connection: { source } }: { connection: Connection }) {
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
          Available once the test passes. Nobody has to sign in again, and you can switch back for ten minutes. Data of
          the current platform is kept, but hidden while another organization’s key is in use.
        </p>
      </ConnectionForm>
      {pending && (
        <SwitchDialog
          connection={connection}
          host={pending === "demo" ? null : new URL(pending.address).host}
          op={pending === "demo" ? revertConnection : changeConnection}
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

type GoBackProps = { previous: NonNullable<Connection["previous"]>; connection: Connection };

/** Offers to switch back while the previous connection is still available. */
export function GoBack({ previous, connection }: GoBackProps) {
  const [isAsked, setIsAsked] = useState(false);
  const revert = useMutation({ ...write(revertConnection), onSuccess: reloadPage });
  const { key_last_four: lastFour, changed_at, until } = previous;
  const isSameHost = previous.host === connection.host;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3 rounded-2 border border-rule-2 bg-well px-3.5 py-2.5">
      <Icon name="undo" className="self-start text-ink-2" />
      <div className="min-w-0 flex-1">
        <b className="block font-semibold">
          The {isSameHost ? "key" : "connection"} was changed <TimeText at={changed_at} variant="relative" quiet />
        </b>
        <p className="text-ink-2">
          {isSameHost ? "The previous key" : previous.host ? <code>{previous.host}</code> : "The demo platform"}
          {lastFour && (
            <>
              , {isSameHost ? "" : "its key "}ending in <code>{lastFour}</code>,
            </>
          )}{" "}
          is kept until <TimeText at={until} variant="short-time" />.
        </p>
      </div>
      <Button
        size="small"
        aria-haspopup="dialog"
        load={SwitchDialog.load}
        isSending={revert.isPending}
        onClick={() => setIsAsked(true)}
      >
        Switch back
      </Button>
      {revert.error && <SendFault error={revert.error} what="Switch back" onDismiss={revert.reset} />}
      {isAsked && (
        <SwitchDialog
          connection={connection}
          host={previous.host}
          op={revertConnection}
          onConfirm={() => {
            setIsAsked(false);
            revert.mutate({ to: "previous" });
          }}
          onClose={() => setIsAsked(false)}
        />
      )}
    </div>
  );
}
