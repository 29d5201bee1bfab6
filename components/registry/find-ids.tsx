import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { IdResults } from "./id-results";

export type FindIdsProps = { ids: readonly string[]; onClose: () => void };

/** What each of several pasted IDs is. Reads only. */
export function FindIds({ ids, onClose }: FindIdsProps) {
  const footer = (
    <Button variant="primary" onClick={onClose}>
      Close
    </Button>
  );
  return (
    <Dialog title="Pasted IDs" onClose={onClose} footer={footer} wide>
      <IdResults ids={ids} />
    </Dialog>
  );
}
