import { useMay } from "@/components/query/use-me";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";
import { sectionClass } from "@/components/ui/page/section";
import { StateMessage } from "@/components/ui/page/state-message";
import { getCall } from "@/lib/contract/api/calls";
import type { SearchedNumber } from "@/lib/contract/console/inbox/found-calls";
import { numberFaults } from "@/lib/contract/console/numbers";
import { idToPath } from "@/lib/contract/identifier";
import { looksLikeId, looksLikeNumber } from "@/lib/format/looks-like";
import { filterNames } from "./call-filters";

type NoCallsProps = { text: string | undefined; isFiltered: boolean; searched: SearchedNumber | null };

/** True for a text that can be the ID of a call, which the platform may know although nobody has seen it here. */
export const canBeCallId = (text: string) => looksLikeId(text) && !looksLikeNumber(text);

/** A text that was not read as a number cannot be said to have no calls. */
export function NoCalls({ text, isFiltered, searched }: NoCallsProps) {
  const url = useUrlState();
  const mayOpen = useMay(getCall);
  const id = text !== undefined && mayOpen && canBeCallId(text) ? text : undefined;
  const isNarrowed = isFiltered || text !== undefined;
  const clear = () => url.set(Object.fromEntries([...filterNames, "after"].map((name) => [name, undefined])));
  return (
    <div className={`${sectionClass} border-t border-rule`}>
      <StateMessage
        kind="empty"
        heading={
          searched?.is === "unread" ? numberFaults[searched.fault] : isNarrowed ? "No call matches" : "No calls yet"
        }
        level={2}
        actions={
          isNarrowed && (
            <>
              {id !== undefined && (
                <Link className={buttonClass({ size: "small" })} href={`/calls/${idToPath(id)}`}>
                  Read this ID from the platform
                </Link>
              )}
              <Button size="small" onClick={clear}>
                Clear filters
              </Button>
            </>
          )
        }
      >
        {id !== undefined
          ? "Nobody has opened a call with this ID here, and no event named it."
          : isNarrowed
            ? "A call is found here once an event named it, or somebody opened it by its ID."
            : "A call appears here when the platform sends an event about it, or when you open its ID in the field above."}
      </StateMessage>
    </div>
  );
}
