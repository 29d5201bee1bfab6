import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ReadRow } from "@/components/query/read-row";
import { checksInMessage, TestResult } from "@/components/send/connection-checks";
import { useAsk } from "@/components/send/send-control";
import { SendFault } from "@/components/send/send-fault";
import { Status } from "@/components/status/status";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { useAnnounce } from "@/components/ui/page/live-region";
import { SettingRow } from "@/components/ui/page/setting-row";
import { TimeText } from "@/components/ui/time/time-text";
import { read, write } from "@/lib/client/query";
import { type Connection, getConnection, testConnection } from "@/lib/contract/console/connection";
import { revertConnection } from "@/lib/contract/console/connection-change";

const ConnectionDialog = deferred(async () => (await import("./connection-dialog")).ConnectionDialog);
const SwitchDialog = deferred(async () => (await import("./switch-dialog")).SwitchDialog);

/** `?ask=change` opens the dialog. The connection to the platform: its address, its key, a test, and the way back after a change. */
export function ConnectionRows() {
  const query = useConnection();
  const { open: isOpen, onOpenChange } = useAsk("change");
  const connection = query.data?.value;
  const open = (label: string) => (
    <Button aria-haspopup="dialog" load={ConnectionDialog.load} onClick={() => onOpenChange(true)}>
      {label}
    </Button>
  );
  return (
    <>
      {connection?.previous && <SwitchBackRow previous={connection.previous} connection={connection} />}
      <ReadRow title="Connection" query={query} note={(value) => <AddressNote connection={value} />}>
        {({ source }) => source !== "environment" && open("Change…")}
      </ReadRow>
      <ReadRow title="Key" query={query} note={(value) => <KeyNote connection={value} />}>
        {({ source }) => source === "set" && open("Replace…")}
      </ReadRow>
      {/* A result belongs to the connection that was tested. */}
      <TestRow key={`${connection?.host} ${connection?.set_at}`} host={connection?.host ?? ""} />
      {isOpen && connection && connection.source !== "environment" && (
        <ConnectionDialog connection={connection} onClose={() => onOpenChange(false)} />
      )}
    </>
  );
}

const switchingMs = 1_000;

/** Reloads the page after a switch, because all of its data belongs to the platform before. */
function useConnection() {
  const query = useQuery(read(getConnection, {}));
  const { refetch } = query;
  const isSwitching = query.data?.value.is_switching === true;
  const hadToSwitch = useRef(false);
  useEffect(() => {
    if (!isSwitching && hadToSwitch.current) window.location.reload();
    if (!isSwitching) return;
    hadToSwitch.current = true;
    const timer = setInterval(() => void refetch(), switchingMs);
    return () => clearInterval(timer);
  }, [isSwitching, refetch]);
  return query;
}

function AddressNote({ connection }: { connection: Connection }) {
  const { host, source, is_answering, is_faulty, last_answer_at, last_problem, is_switching } = connection;
  if (is_switching) return "Switchboard is switching to another connection. This takes a few seconds.";
  return (
    <>
      {source === "demo" ? "Demo platform with sample data" : <code>{host}</code>}
      {is_answering && last_answer_at && (
        <>
          , answered <TimeText at={last_answer_at} variant="relative" quiet />
        </>
      )}
      .{" "}
      {!is_answering && (
        <>
          <Status word={is_faulty ? "Answering with errors" : "Not answering"} tone="fault" />. {last_problem}{" "}
        </>
      )}
      <ConnectedBy connection={connection} />
    </>
  );
}

function ConnectedBy({ connection: { source, set_by, set_at } }: { connection: Connection }) {
  if (!set_by || !set_at) return null;
  return (
    <>
      {source === "demo" ? "Chosen" : "Connected"} by {set_by} on <TimeText at={set_at} variant="short-time" quiet />.
    </>
  );
}

function KeyNote({ connection: { source, key_last_four } }: { connection: Connection }) {
  const key = (
    <>
      Ends in <code>{key_last_four}</code>.{" "}
    </>
  );
  if (source === "environment")
    return (
      <>
        {key}
        Address and key are set where Switchboard starts, by <code>VOICE_API_BASE_URL</code> and{" "}
        <code>VOICE_API_KEY</code>. To change them here, start it without these.
      </>
    );
  if (source === "demo") return <>{key}Made for the demo platform.</>;
  return key;
}

/** Runs the checks of `npm run doctor`. Read-only, so safe at any time. */
function TestRow({ host }: { host: string }) {
  const announce = useAnnounce();
  const test = useMutation({
    ...write(testConnection),
    onSuccess: ({ value }) => announce(`The connection was tested: ${checksInMessage(value.checks)}.`),
  });
  const tested = test.data?.value;
  return (
    <SettingRow
      title="Test"
      note={
        <>
          Checks the address, the certificate, the key and the clock. Changes nothing.
          {test.error && <SendFault error={test.error} what="Test connection" onDismiss={test.reset} />}
          {tested && (
            <div className="mt-2">
              <TestResult tested={tested} host={host} />
            </div>
          )}
        </>
      }
    >
      <Button isSending={test.isPending} sendingLabel="Testing…" onClick={() => test.mutate({})}>
        Test connection
      </Button>
    </SettingRow>
  );
}

type SwitchBackRowProps = { previous: NonNullable<Connection["previous"]>; connection: Connection };

/** Offers to switch back while the previous connection is still available. */
function SwitchBackRow({ previous, connection }: SwitchBackRowProps) {
  const [isAsked, setIsAsked] = useState(false);
  // All data on the page belongs to the other platform.
  const revert = useMutation({ ...write(revertConnection), onSuccess: () => window.location.reload() });
  const { key_last_four: lastFour, changed_at, until } = previous;
  const isSameHost = previous.host === connection.host;
  return (
    <>
      <SettingRow
        title={
          <>
            The {isSameHost ? "key" : "connection"} was changed <TimeText at={changed_at} variant="relative" quiet />
          </>
        }
        note={
          <>
            {isSameHost ? "The previous key" : previous.host ? <code>{previous.host}</code> : "The demo platform"}
            {lastFour && (
              <>
                , {isSameHost ? "" : "its key "}ending in <code>{lastFour}</code>,
              </>
            )}{" "}
            can be used again until <TimeText at={until} variant="short-time" />.
            {revert.error && <SendFault error={revert.error} what="Switch back" onDismiss={revert.reset} />}
          </>
        }
      >
        <Button
          aria-haspopup="dialog"
          load={SwitchDialog.load}
          isSending={revert.isPending}
          onClick={() => setIsAsked(true)}
        >
          Switch back
        </Button>
      </SettingRow>
      {isAsked && (
        <SwitchDialog
          connection={connection}
          host={previous.host}
          onConfirm={() => {
            setIsAsked(false);
            revert.mutate({ to: "previous" });
          }}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  );
}
