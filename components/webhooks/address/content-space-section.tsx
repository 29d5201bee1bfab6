import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/components/query/query-view";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { read } from "@/lib/client/query";
import { getSpace } from "@/lib/contract/console/inbox/space";
import { countOf, formatBytes } from "@/lib/format/format-count";

const FreeDialog = deferred(async () => (await import("./content-space")).FreeDialog);

/** Disk space of the contents of events. Some can be freed, also while the disk is nearly full. */
export function ContentSpace() {
  const space = useQuery(read(getSpace, {}));
  const [isFreeing, setIsFreeing] = useState(false);
  return (
    <section>
      <h2>Space for contents</h2>
      <QueryView query={space} label="the space" level={3}>
        {({ value: { data } }) => (
          <>
            <p className="text-ink-2">
              {countOf(data.days.length, "day")}, {formatBytes(data.days.reduce((sum, { bytes }) => sum + bytes, 0))}.
              {data.free_bytes !== null && ` Free on the disk: ${formatBytes(data.free_bytes)}.`}
            </p>
            {data.is_short && (
              <p className="mt-1 text-wait-ink" role="status">
                Little space is free, so no content of new events is kept. Their facts are read.
              </p>
            )}
            {data.days.length > 1 && (
              <Button size="small" className="mt-2" aria-haspopup="dialog" onClick={() => setIsFreeing(true)}>
                Delete the oldest…
              </Button>
            )}
            {isFreeing && <FreeDialog days={data.days} onClose={() => setIsFreeing(false)} />}
          </>
        )}
      </QueryView>
    </section>
  );
}
