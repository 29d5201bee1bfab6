"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query/query-view";
import { Shown } from "@/components/ui/page/shown";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { type DeliverySeen, getDeliverySeen } from "@/lib/contract/console/deliveries";

/** When an entry was first seen here and how it changed: the only time there is where the platform sends none. */
export function EntrySeen({ id }: { id: string }) {
  const seen = useQuery(read(getDeliverySeen, { entry_id: id }));
  return (
    <section>
      <h3>Seen by Switchboard</h3>
      <QueryView query={seen} label="what was seen of this entry" level={3}>
        {({ value: { data } }) =>
          data ? <Seen seen={data} /> : <p className="text-ink-3">Not yet: the log is read every few minutes.</p>
        }
      </QueryView>
    </section>
  );
}

function Seen({ seen: { first_seen_at, not_seen_at, gone_at, changes } }: { seen: DeliverySeen }) {
  return (
    <>
      <p className="text-ink-2">
        {not_seen_at ? (
          <>
            First seen between <TimeText at={not_seen_at} variant="short-time" /> and{" "}
            <TimeText at={first_seen_at} variant="short-time" />.
          </>
        ) : (
          <>
            There already when the log was first read, <TimeText at={first_seen_at} variant="short-time" />.
          </>
        )}
        {gone_at && (
          <>
            {" "}
            No longer returned by the platform since <TimeText at={gone_at} variant="short-time" />.
          </>
        )}
      </p>
      {changes.length > 0 && (
        <ul className="mt-2">
          {changes.map(({ at, fields }) => (
            <li key={at} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 border-t border-rule py-1.5">
              <span className="text-sm/5 text-ink-3">
                <TimeText at={at} variant="short-time" />
              </span>
              <span className="wrap-anywhere">
                {fields.map(({ field, before, after }) => (
                  <span key={field} className="block">
                    {field} <span className="text-ink-3">from</span> <Shown value={before} />{" "}
                    <span className="text-ink-3">to</span>{" "}
                    <b className="font-[550]">
                      <Shown value={after} />
                    </b>
                  </span>
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
