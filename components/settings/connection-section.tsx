import { useMutation, useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query/query-view";
import { checksInMessage, TestResult } from "@/components/send/connection-form";
import { SendFault } from "@/components/send/send-fault";
import { Status } from "@/components/status/status";
import { Button } from "@/components/ui/buttons/button";
import { KvList } from "@/components/ui/page/kv-list";
import { useAnnounce } from "@/components/ui/page/live-region";
import { Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { read, write } from "@/lib/client/query";
import { type Connection, getConnection, testConnection } from "@/lib/contract/console/connection";
import { GoBack } from "./change-connection";

const sources: Record<Connection["source"], string> = {
  demo: "Demo platform, sample data",
  environment: "Set by the server's environment",
  set: "Set in the browser",
};

/** Current and recent state of the connection to the platform. */
export function ConnectionSection() {
  const connection = useQuery(read(getConnection, {}));
  const test = useConnectionTest();
  const tested = test.data?.value;
  const source = connection.data?.value.source;
  return (
    <Section
      title={source === "demo" ? "Demo platform" : "Your voice platform"}
      more={
        <Button size="small" isSending={test.isPending} sendingLabel="Testing…" onClick={() => test.mutate({})}>
          Test connection
        </Button>
      }
    >
      <QueryView query={connection} label="connection health">
        {({ value }) => (
          <>
            {value.previous && <GoBack previous={value.previous} connection={value} />}
            <KvList entries={factsOf(value)} />
            {test.error && <SendFault error={test.error} what="Test connection" onDismiss={test.reset} />}
            {tested && (
              <div className="mt-3.5">
                <TestResult tested={tested} host={value.host} />
              </div>
            )}
          </>
        )}
      </QueryView>
    </Section>
  );
}

/** Runs the checks of `npm run doctor`. Read-only, so safe at any time. */
function useConnectionTest() {
  const announce = useAnnounce();
  return useMutation({
    ...write(testConnection),
    onSuccess: ({ value }) => announce(`The connection was tested: ${checksInMessage(value.checks)}.`),
  });
}

const factsOf = (connection: Connection) => {
  const { host, source, key_last_four, set_by, set_at } = connection;
  const { is_answering, is_faulty, last_answer_at, last_problem } = connection;
  return [
    [
      "State",
      <span key="state">
        <Status
          word={is_answering ? "answering" : is_faulty ? "answering with errors" : "not answering"}
          tone={is_answering ? "ok" : "fault"}
        />
        {!is_answering && last_problem && <p>{last_problem}</p>}
      </span>,
    ],
    ["Address", <code key="host">{host}</code>],
    [
      set_by && set_at ? "Set by" : "Source",
      set_by && set_at ? (
        <span key="by">
          {set_by}, <TimeText at={set_at} zoned />
        </span>
      ) : (
        sources[source]
      ),
    ],
    [
      "Key",
      <span key="key">
        <code>••••••••{key_last_four}</code> <span className="text-ink-3">last four; the rest is never shown</span>
      </span>,
    ],
    [
      "Last response",
      last_answer_at ? (
        <TimeText key="last" at={last_answer_at} variant="relative" />
      ) : (
        "none since Switchboard started"
      ),
    ],
  ] as const;
};
