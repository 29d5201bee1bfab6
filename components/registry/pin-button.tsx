import { useMutation } from "@tanstack/react-query";
import { useMay } from "@/components/query/use-me";
import { useSendFault } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { Icon } from "@/components/ui/buttons/icon";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { write } from "@/lib/client/query";
import { saveRecord } from "@/lib/contract/console/saved";
import { useRefetchList } from "./use-refetch-list";

export type PinButtonProps = {
  resource: string;
  id: string;
  name?: string;
  isPinned: boolean;
  isIcon?: boolean;
};

/** Pins a record in Switchboard, for everyone; the platform knows nothing of it. */
export function PinButton({ resource, id, name = id, isPinned, isIcon = false }: PinButtonProps) {
  const refetchList = useRefetchList(resource);
  const showFault = useSendFault();
  const save = useMutation({
    ...write(saveRecord),
    onError: (error) => showFault(error, isPinned ? "Unpin" : "Pin", "saved", name),
    onSettled: refetchList,
  });
  const mayPin = useMay(saveRecord);
  if (!mayPin)
    return isIcon && isPinned ? (
      <span title="Pinned">
        <Icon name="pin" small />
        <span className="sr-only">Pinned</span>
      </span>
    ) : null;
  const pin = () => save.mutate({ resource, ref: id, pinned: !isPinned });

  if (isIcon) {
    return (
      <IconButton
        icon="pin"
        label={`${isPinned ? "Unpin" : "Pin"} ${name}`}
        className={isPinned ? "[&_svg]:stroke-accent" : ""}
        aria-busy={save.isPending || undefined}
        onClick={() => !save.isPending && pin()}
      />
    );
  }
  return (
    <Button icon="pin" isSending={save.isPending} sendingLabel="Saving…" onClick={pin}>
      {isPinned ? "Unpin" : "Pin"}
    </Button>
  );
}
