import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { ExportCsv } from "@/components/data-table/export-csv";
import { TableFoot } from "@/components/data-table/table-foot";
import { roleName } from "@/components/query/who-can";
import { Status } from "@/components/status/status";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { linkClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";
import type { Tone } from "@/components/ui/buttons/status-icon";
import { TimeText } from "@/components/ui/time/time-text";
import { calledOf, type Member } from "@/lib/contract/console/people/team";
import { countOf } from "@/lib/format/format-count";

const teamColumns: readonly DataColumn<Member>[] = [
  { id: "name", header: "Name", cell: calledOf, sortBy: calledOf, csv: ({ name }) => name, isRowHeader: true },
  {
    id: "email",
    header: "Email",
    cell: ({ name, email }) => (name ? email : <span className="text-ink-3">No name given yet</span>),
    sortBy: ({ email }) => email,
  },
  { id: "role", header: "Role", cell: ({ role }) => roleName(role), sortBy: ({ role }) => roleName(role), fit: true },
  {
    id: "seen",
    header: "Last seen",
    cell: ({ last_seen_at: at }) =>
      at ? <TimeText at={at} variant="relative" quiet /> : <span className="text-ink-3">Never</span>,
    sortBy: ({ last_seen_at }) => last_seen_at,
    fit: true,
  },
  {
    id: "state",
    header: "State",
    cell: (member) => <MemberState member={member} />,
    sortBy: stateWord,
    fit: true,
  },
  {
    id: "factor",
    header: "Second factor",
    cell: (member) => <FactorState member={member} />,
    sortBy: factorWord,
    fit: true,
  },
  {
    id: "log",
    header: "Activity",
    className: "max-rail:hidden max-narrow:block max-narrow:text-right",
    cell: (member) => (
      <Link className={linkClass} href={logOf(member)} tabIndex={-1}>
        Audit log<span className="sr-only"> of {calledOf(member)}</span>
      </Link>
    ),
    fit: true,
  },
];

/** For a review of who has access: also when each person was added. */
export const exportedColumns: readonly DataColumn<Member>[] = [
  ...teamColumns,
  { id: "added", header: "Added", cell: ({ created_at }) => created_at, csv: ({ created_at }) => created_at },
];

/** URL of a person's entries in the audit log. */
export const logOf = ({ id }: Pick<Member, "id">) => `/audit?person=${encodeURIComponent(id)}`;

const rowId = ({ id }: Member) => id;

export function TeamTable({ members }: { members: readonly Member[] }) {
  const url = useUrlState();
  return (
    <>
      <DataTable
        name="team"
        caption="Team"
        columns={teamColumns}
        rows={members}
        rowId={rowId}
        selectedId={url.get("person")}
        rowHref={({ id }) => url.href({ person: id })}
        onOpen={({ id }) => url.open("person", id)}
      />
      <TableFoot end={<ExportCsv name="team" columns={exportedColumns} rows={members} />}>
        {countOf(members.length, "person", "people")}
      </TableFoot>
    </>
  );
}

/** Amber and "not set up" if it is required of the person, else "Off" without one. */
export function FactorState({ member }: { member: Member }) {
  if (member.lacks_second_factor) return <Status word={factorWord(member)} tone="wait" />;
  return member.has_second_factor ? "On" : <span className="text-ink-3">Off</span>;
}

function factorWord({ has_second_factor, lacks_second_factor }: Member) {
  return has_second_factor ? "On" : lacks_second_factor ? "not set up" : "Off";
}

/** Fixed tones, because these states are Switchboard's own. */
const stateTone: Record<Member["state"], Tone> = { invited: "live", active: "ok", disabled: "idle", locked: "wait" };

export function MemberState({ member }: { member: Member }) {
  return <Status word={stateWord(member)} tone={isExpired(member) ? "wait" : stateTone[member.state]} />;
}

const isExpired = ({ state, link_until }: Member) => state === "invited" && link_until === null;

function stateWord(member: Member): string {
  return isExpired(member) ? "invitation expired" : member.state;
}
