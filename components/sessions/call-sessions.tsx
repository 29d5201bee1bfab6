import { useQuery } from "@tanstack/react-query";
import type { DataColumn } from "@/components/data-table/data-columns";
import { TableSection } from "@/components/data-table/table-section";
import { Status } from "@/components/status/status";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { Link } from "@/components/ui/buttons/link";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { type CallSession, listCallSessions } from "@/lib/contract/console/kept";
import { idToPath } from "@/lib/contract/identifier";
import { visibleControls } from "@/lib/format/format-raw";

const columns: DataColumn<CallSession>[] = [
  {
    id: "call",
    header: "Call",
    cell: ({ call_id, name }) => (
      <Link className="text-accent underline underline-offset-3" href={`/calls/${idToPath(call_id)}`}>
        {visibleControls(name ?? call_id)}
      </Link>
    ),
    sortBy: ({ call_id, name }) => name ?? call_id,
    isRowHeader: true,
  },
  {
    id: "status",
    header: "Call status",
    cell: ({ call_status }) => <CallStatus word={call_status} />,
    sortBy: ({ call_status }) => call_status,
    fit: true,
  },
  { id: "session", header: "Session", cell: ({ session_id }) => <CopyId id={session_id} quiet />, fit: true },
  {
    id: "read",
    header: "Checked",
    cell: ({ read_at }) => <TimeText at={read_at} variant="relative" quiet />,
    sortBy: ({ read_at }) => read_at,
    fit: true,
  },
];

function CallStatus({ word }: { word: string | null }) {
  const toneOf = useStatusMeaning("calls");
  return word === null ? "not checked yet" : <Status word={word} tone={toneOf("status", word)} />;
}

const rowId = ({ session_id }: CallSession) => session_id;

export function CallSessions() {
  return (
    <TableSection
      title="Sessions of known calls"
      more="the latest 200"
      flush={false}
      query={useQuery(read(listCallSessions, {}))}
      label="sessions"
      empty={<p className="text-sm/[17px] text-ink-3">None yet. Open or add a call, and its session appears here.</p>}
      name="sessions"
      columns={columns}
      rowId={rowId}
    />
  );
}
