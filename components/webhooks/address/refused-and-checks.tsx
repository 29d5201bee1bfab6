import { useQuery } from "@tanstack/react-query";
import type { DataColumn } from "@/components/data-table/data-columns";
import { ExportedTable } from "@/components/data-table/exported-table";
import { QueryView } from "@/components/query/query-view";
import { linkClass } from "@/components/ui/buttons/button-class";
import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";
import { TimeText } from "@/components/ui/time/time-text";
import { ZoneName } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import { listOther, type OtherArrival } from "@/lib/contract/console/inbox/received";
import { countOf, formatBytes } from "@/lib/format/format-count";

const columns: readonly DataColumn<OtherArrival>[] = [
  {
    id: "at",
    header: "Time",
    headerNote: <ZoneName />,
    cell: ({ at }) => <TimeText at={at} variant="short-time" quiet />,
    csv: ({ at }) => at,
    fit: true,
    className: "max-narrow:order-3 max-narrow:text-sm max-narrow:text-ink-3",
  },
  {
    id: "what",
    header: "What came",
    cell: (arrival) => <WhatCame arrival={arrival} />,
    csv: (arrival) => otherWords(arrival).name,
    fit: true,
    className: "max-narrow:order-1",
    isRowHeader: true,
  },
  {
    id: "did",
    header: "What Switchboard did",
    cell: (arrival) => (
      <>
        {otherWords(arrival).did}
        {arrival.confirm_url && (
          <>
            {" "}
            <a className={linkClass} href={arrival.confirm_url} target="_blank" rel="noreferrer">
              {new URL(arrival.confirm_url).hostname}
            </a>
          </>
        )}
      </>
    ),
    csv: (arrival) => otherWords(arrival).did,
    className: "wrap-anywhere [td&]:whitespace-normal max-narrow:order-4 max-narrow:col-span-full",
  },
  {
    id: "size",
    header: "Size",
    cell: ({ size }) => (size === null ? "–" : formatBytes(size)),
    csv: ({ size }) => size,
    csvHeader: "Size in bytes",
    fit: true,
    num: true,
    className: "max-narrow:order-2 max-narrow:text-right",
  },
];

const idOf = ({ id }: OtherArrival) => id;

/** Requests that are no events: refused, cut, checks by a sender, and those to unknown addresses. */
export function RefusedAndChecks() {
  const other = useQuery(read(listOther, {}));
  const none = (
    <p className="px-(--gutter) pb-4 text-ink-2">
      No request was refused or cut, none went to an unknown address, and the platform has not checked an address.
    </p>
  );
  return (
    <QueryView query={other} label="these requests" level={3} isEmpty={({ data }) => data.length === 0} empty={none}>
      {({ value: { data } }) => (
        <ExportedTable
          name="other-requests"
          caption="Refused, cut and check requests, newest first"
          columns={columns}
          rows={data}
          rowId={idOf}
          foot="The newest 200 at most. Requests to unknown and removed addresses, and many refused ones, are counted by sender."
        />
      )}
    </QueryView>
  );
}

function WhatCame({ arrival }: { arrival: OtherArrival }) {
  const { tone, name } = otherWords(arrival);
  return (
    <span className="inline-flex items-center gap-1.5">
      <StatusIcon tone={tone} tinted className="flex-none" />
      {name} <span className="text-ink-3">{arrival.method}</span>
    </span>
  );
}

type Words = { tone: Tone; name: string; did: string };

function otherWords({ kind, fault, is_cut, stray }: Pick<OtherArrival, "kind" | "fault" | "is_cut" | "stray">): Words {
  if (stray) return strayWords(kind, stray);
  if (kind === "check")
    return {
      tone: fault === null ? "done" : "wait",
      name: "Check",
      did: fault === null ? "Answered 200. No event is made of it." : `Answered 200. ${fault}`,
    };
  if (kind === "refused")
    return { tone: "fault", name: "Refused", did: `Answered 401. ${fault ?? "This address refuses it."}` };
  const did = is_cut
    ? "Answered 200. It was larger than the limit of 10 MB, so only its first 256 kB are stored."
    : "Answered 200 and stored.";
  return { tone: "wait", name: "Cut", did };
}

function strayWords(
  kind: OtherArrival["kind"],
  { count, last_four, client }: NonNullable<OtherArrival["stray"]>,
): Words {
  const { status, what, name } = kinds[kind === "removed" || kind === "refused" ? kind : "unknown"];
  const ending = last_four && ` that ends with ${last_four}`;
  const from = client ? ` from ${client}` : " from further senders";
  const did = `Answered ${status}: ${countOf(count, "request")} to ${what}${ending}${from}. No content is stored.`;
  return {
    tone: kind === "unknown" ? "idle" : "fault",
    name,
    did,
  };
}

const kinds = {
  unknown: { status: 404, what: "an unknown address", name: "Unknown address" },
  removed: { status: 410, what: "a removed address", name: "Removed address" },
  refused: { status: 401, what: "an address that refuses them", name: "Refused" },
} as const;
