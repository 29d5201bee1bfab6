import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { StateMessage } from "@/components/ui/page/state-message";
import { cleared, type ListFrame } from "./list-spec";

/** A list whose filters the server refused, as they can be after an address was typed by hand. */
export function ListRefused({ spec }: { spec: ListFrame }) {
  const url = useUrlState();
  return (
    <StateMessage
      kind="fault"
      heading="This address has a filter that cannot be used"
      level={2}
      actions={
        <Button size="small" onClick={() => url.set(cleared(spec))}>
          Clear filters
        </Button>
      }
    >
      <p>{`Clear the filters to see all ${spec.nouns[1]}.`}</p>
    </StateMessage>
  );
}
