import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query/query-view";
import { useOwnSend } from "@/components/send/use-send-fault";
import { Switch } from "@/components/ui/fields/switch";
import { read } from "@/lib/client/query";
import { getMasking, type Masking, setMasking } from "@/lib/contract/console/people/masking";
import { SettingRow } from "./setting-row";

/** The switch that hides phone numbers from support staff and viewers. */
export function MaskingRow() {
  const masking = useQuery(read(getMasking, {}));
  return (
    <div className="mt-3 border-t border-rule pt-3">
      <h3 className="text-base font-semibold">Phone numbers</h3>
      <QueryView query={masking} label="whether phone numbers are hidden">
        {({ value }) => <MaskingSwitch {...value} />}
      </QueryView>
    </div>
  );
}

function MaskingSwitch({ is_on, set_by }: Masking) {
  const set = useOwnSend(setMasking, "Change who sees phone numbers");
  return (
    <SettingRow
      title="Hide from support and viewers"
      note={`+1415•••0100, until they give a reason. ${set_by === null ? "" : `Set by ${set_by}.`}`}
    >
      <Switch
        aria-label="Hide phone numbers from support and viewers"
        checked={is_on}
        isSending={set.isPending}
        onChange={(next) => set.mutate({ is_on: next })}
      >
        {is_on ? "On" : "Off"}
      </Switch>
    </SettingRow>
  );
}
