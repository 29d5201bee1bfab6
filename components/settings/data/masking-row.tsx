import { useQuery } from "@tanstack/react-query";
import { ReadRow } from "@/components/query/read-row";
import { useOwnSend } from "@/components/send/use-send-fault";
import { Switch } from "@/components/ui/fields/switch";
import { read } from "@/lib/client/query";
import { getMasking, type Masking, setMasking } from "@/lib/contract/console/people/masking";

/** The switch that hides phone numbers from support staff and viewers. */
export function MaskingRow() {
  return (
    <ReadRow title="Hide phone numbers" query={useQuery(read(getMasking, {}))} note={maskingMessage}>
      {({ is_on }) => <MaskingSwitch is_on={is_on} />}
    </ReadRow>
  );
}

const maskingMessage = ({ is_on, set_by }: Masking) =>
  [
    is_on ? "Support and viewers see +1415•••0100, until they give a reason." : "Off. Everybody sees whole numbers.",
    ...(set_by === null ? [] : [`Set by ${set_by}.`]),
  ].join(" ");

function MaskingSwitch({ is_on }: Pick<Masking, "is_on">) {
  const set = useOwnSend(setMasking, "Change who sees phone numbers");
  return (
    <Switch
      aria-label="Hide phone numbers from support and viewers"
      checked={is_on}
      isSending={set.isPending}
      onChange={(next) => set.mutate({ is_on: next })}
    />
  );
}
