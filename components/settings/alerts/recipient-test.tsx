import { useMutation } from "@tanstack/react-query";
import { useSendFault } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { useToast } from "@/components/ui/overlay/toast";
import { TimeText } from "@/components/ui/time/time-text";
import { write } from "@/lib/client/query";
import { type AlertRecipient, testAlertRecipient } from "@/lib/contract/console/alert-settings";

/** "Last sent 15:04.", or why it failed. */
export function LastSent({ last }: Pick<AlertRecipient, "last">) {
  if (!last) return "Nothing sent yet.";
  const time = <TimeText at={last.at} variant="moment" zoned quiet />;
  if (last.problem)
    return (
      <span className="text-fault-ink">
        {last.is_test ? "The test" : "The last alert"} failed, {time}: {last.problem}.
      </span>
    );
  return (
    <>
      {last.is_test ? "Tested" : "Last sent"} {time}.
    </>
  );
}

export function TestButton({ id, name }: { id: string; name: string }) {
  const toast = useToast();
  const showFault = useSendFault();
  const test = useMutation({
    ...write(testAlertRecipient),
    onSuccess: ({ value }) => toast({ title: value.message, tone: value.arrived ? "ok" : "fault" }),
    onError: (error) => showFault(error, "Send a test", "alerts", name),
  });
  return (
    <Button
      aria-label={`Send a test: ${name}`}
      isSending={test.isPending}
      sendingLabel="Sending…"
      onClick={() => test.mutate({ recipient_id: id })}
    >
      Send a test
    </Button>
  );
}
