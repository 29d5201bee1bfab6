import { useQuery } from "@tanstack/react-query";
import { type DataColumn, wrappingCell } from "@/components/data-table/data-columns";
import { TableSection } from "@/components/data-table/table-section";
import { statusClass } from "@/components/status/status";
import { linkClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { type AutomaticAct, listAutomaticActs } from "@/lib/contract/console/automation/acts";
import { idToPath } from "@/lib/contract/identifier";
import { visibleControls } from "@/lib/format/format-raw";

export const actionColumns: readonly DataColumn<AutomaticAct>[] = [
  {
    id: "at",
    header: "Time",
    cell: ({ at }) => <TimeText at={at} variant="short-time" quiet />,
    csv: ({ at }) => at,
    fit: true,
  },
  {
    id: "what",
    header: "What",
    cell: ({ action, target, campaign_name }) => (
      <>
        <b className="font-[550]">{doneVerbs[action] ?? action}</b>{" "}
        {target && <CampaignLink id={target} name={campaign_name} />}
      </>
    ),
    csv: ({ action, target, campaign_name }) => `${doneVerbs[action] ?? action} ${campaign_name ?? target ?? ""}`,
    className: wrappingCell,
  },
  {
    id: "by",
    header: "By",
    cell: ({ actor_name, because }) => (
      <>
        {actor_name}
        {because && <span className="block text-sm/[17px] text-ink-3">{because}</span>}
      </>
    ),
    csv: ({ actor_name, because }) => [actor_name, because].filter(Boolean).join(": "),
    className: wrappingCell,
  },
  {
    id: "outcome",
    header: "Result",
    cell: (act) => <Result act={act} />,
    csv: ({ outcome, message }) => [outcomes[outcome][1], message].filter(Boolean).join(": "),
    className: wrappingCell,
  },
];

const doneVerbs: Record<string, string> = {
  "campaigns.pause": "Pause",
  "campaigns.start": "Start",
  "campaigns.resume": "Resume",
};

const actId = ({ id }: AutomaticAct) => id;

/** Actions of guard rails and scheduled actions, from the audit log. */
export function AutomaticActs() {
  return (
    <TableSection
      title="Automatic actions"
      note="From the audit log, the last 100"
      query={useQuery(read(listAutomaticActs, {}))}
      label="the automatic actions"
      empty={<p className="px-(--gutter) pb-4 text-ink-3">No automatic actions yet.</p>}
      name="automatic-acts"
      columns={actionColumns}
      rowId={actId}
    />
  );
}

const outcomes = {
  ok: ["ok", "done"],
  refused: ["fault", "refused"],
  unknown: ["wait", "outcome unknown"],
} as const;

function Result({ act: { outcome, message } }: { act: AutomaticAct }) {
  const [tone, word] = outcomes[outcome];
  return (
    <>
      <span className={statusClass({ tone, shape: "text" })}>
        <StatusIcon tone={tone} tinted />
        {word}
      </span>
      {message && <span className="block text-sm/[17px] text-ink-3">{visibleControls(message)}</span>}
    </>
  );
}

export function CampaignLink({ id, name }: { id: string; name: string | null }) {
  return (
    <Link className={linkClass} href={`/campaigns/${idToPath(id)}`} title={id}>
      {name ?? id}
    </Link>
  );
}
