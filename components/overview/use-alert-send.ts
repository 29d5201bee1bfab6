import { useMutation } from "@tanstack/react-query";
import { useSendFault } from "@/components/send/use-send-fault";
import { useToast } from "@/components/ui/overlay/toast";
import { write } from "@/lib/client/query";
import type { acknowledgeAlerts, resolveAlerts, snoozeAlerts, wakeAlerts } from "@/lib/contract/console/alerts";
import type { InputOf } from "@/lib/contract/inputs";

type AlertOperation = typeof acknowledgeAlerts | typeof resolveAlerts | typeof snoozeAlerts | typeof wakeAlerts;

/** Changes alerts. The toast names them by the server's count. A form, which has `onDone`, shows errors itself. */
export function useAlertSend<Op extends AlertOperation>(op: Op, done: string, onDone?: () => void) {
  const toast = useToast();
  const showFault = useSendFault();
  return useMutation({
    ...write<AlertOperation>(op),
    scope: { id: op.id },
    onSuccess: ({ value }) => {
      toast({ title: `${done}: ${value.message}` });
      onDone?.();
    },
    onError: (error) => {
      if (!onDone) showFault(error, op.label, "alerts");
    },
  });
}

export type AlertTarget = InputOf<typeof acknowledgeAlerts>;
