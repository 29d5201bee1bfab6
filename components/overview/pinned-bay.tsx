"use client";

import Link from "next/link";
import { QueryView } from "@/components/query/query-view";
import { PinButton } from "@/components/record/pin-button";
import { Bay } from "@/components/ui/section";
import { TimeText } from "@/components/ui/time-text";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import type { SavedRecord } from "@/lib/contract/console/saved";
import { idToPath } from "@/lib/contract/identifier";
import { shortenId } from "@/lib/format/shorten-id";
import { plural } from "./need";
import type { Overview } from "./use-overview";

export function PinnedBay({ overview }: { overview: Overview }) {
  const { saved, numbers } = overview;
  return (
    <Bay title="Pinned">
      <QueryView
        query={saved}
        label="pinned records"
        isEmpty={({ data }) => !data.some(({ pinned }) => pinned)}
        empty={
          <p className="note">
            Nothing is pinned. Assistants, campaigns, workflows and the like can be, on their pages.
          </p>
        }
      >
        {({ value }) => (
          <ul className="pins">
            {value.data
              .filter(({ pinned }) => pinned)
              .map((record) => (
                <Pinned key={`${record.resource} ${record.ref}`} record={record} numbers={numbers.numbers} />
              ))}
          </ul>
        )}
      </QueryView>
    </Bay>
  );
}

type PinnedProps = { record: SavedRecord; numbers: readonly PhoneNumber[] };

function Pinned({ record, numbers }: PinnedProps) {
  const { resource, ref, label, name, last_seen_at, not_found_since } = record;
  const title = label ?? name ?? ref;
  const wired = numbers.filter(({ assistant_id }) => resource === "assistants" && assistant_id === ref).length;
  return (
    <li>
      <Link className="trunc" href={`/${resource}/${idToPath(ref)}`}>
        <b>{title}</b> <span className="faint">{resource.replace(/s$/, "")}</span>
      </Link>
      <span className="faint pin-said">
        {not_found_since ? (
          "not found"
        ) : wired > 0 ? (
          plural(wired, "number")
        ) : last_seen_at ? (
          <>
            read <TimeText at={last_seen_at} variant="relative" quiet />
          </>
        ) : (
          "not read yet"
        )}
        <PinButton resource={resource} id={ref} name={title} isPinned isIcon />
      </span>
      <small className="mono trunc" title={ref}>
        {shortenId(ref)}
      </small>
    </li>
  );
}
