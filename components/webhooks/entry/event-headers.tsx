import { KvList } from "@/components/ui/page/kv-list";
import type { ReceivedDetail } from "@/lib/contract/console/inbox/received";
import { visibleControls } from "@/lib/format/format-raw";

/** Headers of the first arrival. Values that could be secrets were never stored. */
export function EventHeaders({ event: { all_arrivals } }: { event: ReceivedDetail }) {
  const headers = Object.entries(all_arrivals[0]?.headers ?? {});
  if (headers.length === 0) return <p className="text-ink-2">No headers are stored.</p>;
  return (
    <div className="text-sm">
      <KvList entries={headers.map(([name, value]) => [name, <code key={name}>{visibleControls(value)}</code>])} />
      <p className="mt-3 text-ink-3">
        ••• is a value that is not stored, because it can be a secret and no fact is read from it.
      </p>
    </div>
  );
}
