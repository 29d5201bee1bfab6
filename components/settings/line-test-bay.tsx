"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { SendFault } from "@/components/send/send-fault";
import { Status } from "@/components/status/status";
import { Button } from "@/components/ui/button";
import { useAnnounce } from "@/components/ui/live-region";
import { Bay } from "@/components/ui/section";
import { TimeText } from "@/components/ui/time-text";
import { write } from "@/lib/client/query";
import { type LineCheck, testLine } from "@/lib/contract/console/settings";
import { checksInWords, verdictLamps, verdictWords } from "./check-words";

const columns: readonly DataColumn<LineCheck>[] = [
  { id: "what", header: "Check", cell: ({ name }) => name, isRowHeader: true, fit: true },
  {
    id: "result",
    header: "Result",
    cell: ({ verdict }) => <Status word={verdictWords[verdict]} reading={verdictLamps[verdict]} />,
    fit: true,
  },
  { id: "says", header: "In words", cell: (check) => <InWords check={check} />, className: "wraps" },
];

const writtenAfterMs = 800;
const rowId = ({ id }: LineCheck) => id;

/** The same checks as `npm run doctor`. It only reads, so it may be asked for at any time. */
export function LineTestBay() {
  const client = useQueryClient();
  const announce = useAnnounce();
  const test = useMutation({
    ...write(testLine),
    onSuccess: ({ value }) => announce(`The line was tested: ${checksInWords(value.checks)}.`),
    // What a test noticed is written a moment after its answer.
    onSettled: () => {
      for (const seen of ["line", "drift"])
        setTimeout(() => void client.refetchQueries({ queryKey: [seen], type: "active" }), writtenAfterMs);
    },
  });
  const found = test.data?.value;
  return (
    <Bay
      title="Test the line"
      note="Address, certificate, key, clock, and every read that can be tried"
      more={
        <Button size="small" isSending={test.isPending} sendingLabel="Testing…" onClick={() => test.mutate({})}>
          Test the line
        </Button>
      }
      flush
    >
      {test.error && <SendFault error={test.error} what="Test the line" onDismiss={test.reset} />}
      {found ? (
        <>
          <DataTable
            name="line-checks"
            caption="The line, tested"
            columns={columns}
            rows={found.checks}
            rowId={rowId}
          />
          <p className="foot">
            {checksInWords(found.checks)}, tested <TimeText at={found.at} variant="relative" />
          </p>
        </>
      ) : (
        <p className="note settings-note">Not tested since this page was opened. A test only reads.</p>
      )}
    </Bay>
  );
}

function InWords({ check: { says, notes } }: { check: LineCheck }) {
  return (
    <>
      {says}
      {notes.length > 0 && (
        <ul className="note">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}
