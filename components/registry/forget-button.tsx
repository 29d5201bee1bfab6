import { useMay } from "@/components/query/use-me";
import { useOwnSend } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { forgetRecord } from "@/lib/contract/console/saved";
import { useRefetchList } from "./use-refetch-list";

export type ForgetButtonProps = { resource: string; id: string; name: string };

/** Takes a record that is gone off the list; opening it again puts it back. */
export function ForgetButton({ resource, id, name }: ForgetButtonProps) {
  const refetchList = useRefetchList(resource);
  const forget = useOwnSend(forgetRecord, "Remove", name);
  if (!useMay(forgetRecord)) return null;
  return (
    <Button
      size="small"
      variant="bare"
      aria-label={`Remove ${name}`}
      isSending={forget.isPending}
      sendingLabel="…"
      onClick={() => forget.mutate({ resource, ref: id }, { onSettled: refetchList })}
    >
      Remove
    </Button>
  );
}
