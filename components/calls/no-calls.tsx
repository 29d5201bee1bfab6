import type { ListOptions } from "@/components/list/list-spec";
import { NoRows } from "@/components/list/no-rows";
import { useMay } from "@/components/query/use-me";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";
import { getCall } from "@/lib/contract/api/calls";
import type { SearchedNumber } from "@/lib/contract/console/inbox/found-calls";
import { numberFaults } from "@/lib/contract/console/numbers";
import { idToPath } from "@/lib/contract/identifier";
import { looksLikeId, looksLikeNumber } from "@/lib/format/looks-like";
import { callList } from "./call-list";

type NoCallsProps = { text: string | undefined; options: ListOptions; searched: SearchedNumber | null };

/** True for a text that can be the ID of a call, which the platform may know although nobody has seen it here. */
export const canBeCallId = (text: string) => looksLikeId(text) && !looksLikeNumber(text);

/** A text that was not read as a number cannot be said to have no calls. */
export function NoCalls({ text, options, searched }: NoCallsProps) {
  const mayOpen = useMay(getCall);
  const id = text !== undefined && mayOpen && canBeCallId(text) ? text : undefined;
  return (
    <NoRows
      spec={callList}
      options={options}
      unread={searched?.is === "unread" ? numberFaults[searched.fault] : undefined}
      none="A call appears here when the platform sends an event about it, or when you open its ID in the field above."
      filtered={
        id === undefined
          ? "A call is found here once an event named it, or somebody opened it by its ID."
          : "Nobody has opened a call with this ID here, and no event named it."
      }
    >
      {id !== undefined && (
        <Link className={buttonClass({ size: "small" })} href={`/calls/${idToPath(id)}`}>
          Read this ID from the platform
        </Link>
      )}
    </NoRows>
  );
}
