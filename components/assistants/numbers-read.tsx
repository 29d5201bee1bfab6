import { TimeText } from "@/components/ui/time/time-text";
import type { NumberList } from "@/lib/contract/console/assistant-numbers";
import { countOf } from "@/lib/format/format-count";

export function NumbersRead({ list: { read_at, row_count, is_whole } }: { list: NumberList }) {
  if (read_at === null) return <span>Phone numbers have not loaded yet</span>;
  return (
    <span>
      From {is_whole ? "" : "the first "}
      {countOf(row_count, "phone number")}, read <TimeText at={read_at} variant="relative" quiet />
    </span>
  );
}
