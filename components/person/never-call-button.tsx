import { useMay } from "@/components/query/use-me";
import { whoCan } from "@/components/query/who-can";
import { Button } from "@/components/ui/buttons/button";
import { addDoNotCall } from "@/lib/contract/console/do-not-call";
import { usePersonDialogs } from "./person-dialogs";
import { keyOfCall } from "./person-key";

type NeverCallButtonProps = { call_id: string; number: string | undefined; name: string | undefined };

/** Hidden for a call without a number. */
export function NeverCallButton({ call_id, number, name }: NeverCallButtonProps) {
  const { askNeverCall } = usePersonDialogs();
  const off = useMay(addDoNotCall) ? {} : { disabled: true, title: whoCan(addDoNotCall.allow) };
  if (number === undefined) return null;
  const person = keyOfCall(number, call_id);
  return (
    <Button
      icon="ban"
      aria-haspopup="dialog"
      {...off}
      onClick={() => askNeverCall({ person, name, number, source: "from a call" })}
    >
      Never call again…
    </Button>
  );
}
