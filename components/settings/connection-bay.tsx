"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query/query-view";
import { Status } from "@/components/status/status";
import { KvList } from "@/components/ui/kv-list";
import { Bay } from "@/components/ui/section";
import { TimeText } from "@/components/ui/time-text";
import { read } from "@/lib/client/query";
import { type Connection, getConnection } from "@/lib/contract/console/settings";
import { AnswerTimesStrip } from "./answer-times-strip";

const lines: Record<Connection["line"], string> = {
  "built-in": "Built in: the local platform that runs beside Switchboard",
  environment: "Set by the environment of the server",
};

/** How the line to the API is, and has been of late. */
export function ConnectionBay() {
  const connection = useQuery(read(getConnection, {}));
  return (
    <Bay title="Connection health">
      <QueryView query={connection} label="connection health" level={3}>
        {({ value }) => (
          <>
            <KvList entries={factsOf(value)} />
            <h3 className="times-h">Answer times of the last 60 reads</h3>
            <AnswerTimesStrip reads={value.reads} />
          </>
        )}
      </QueryView>
    </Bay>
  );
}

const factsOf = ({ host, line, key_last_four, is_answering, is_faulty, last_answer_at, last_problem }: Connection) =>
  [
    [
      "State",
      <span key="state">
        <Status
          word={is_answering ? "answering" : is_faulty ? "answering with faults" : "not answering"}
          reading={is_answering ? "ok" : "fault"}
        />
        {!is_answering && last_problem && <p>{last_problem}</p>}
      </span>,
    ],
    [
      "Host",
      <span key="host" className="mono">
        {host}
      </span>,
    ],
    ["Line", lines[line]],
    [
      "Key",
      <span key="key">
        ends in <span className="mono">{key_last_four}</span>
      </span>,
    ],
    [
      "Last answer",
      last_answer_at ? (
        <TimeText key="last" at={last_answer_at} variant="relative" />
      ) : (
        "none since Switchboard started"
      ),
    ],
  ] as const;
