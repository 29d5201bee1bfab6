"use client";

import { useMutation } from "@tanstack/react-query";
import { useSendFault } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { useToast } from "@/components/ui/overlay/toast";
import { write } from "@/lib/client/query";
import { forgetRecord } from "@/lib/contract/console/saved";

export type ForgetButtonProps = { resource: string; id: string; name: string };

/** Takes a record that is gone off the list; opening it again puts it back. */
export function ForgetButton({ resource, id, name }: ForgetButtonProps) {
  const toast = useToast();
  const showFault = useSendFault();
  const forget = useMutation({
    ...write(forgetRecord),
    onSuccess: ({ value }) => toast({ title: value.message }),
    onError: (error) => showFault(error, "Forget", "saved", name),
  });
  return (
    <Button
      size="small"
      variant="bare"
      aria-label={`Forget ${name}`}
      isSending={forget.isPending}
      sendingLabel="…"
      onClick={() => forget.mutate({ resource, ref: id })}
    >
      Forget
    </Button>
  );
}
