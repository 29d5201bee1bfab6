import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { HoursDialog } from "@/components/preflight/hours-lines";
import { scopeText, weeklyText } from "@/components/preflight/hours-text";
import { PausesInForce } from "@/components/preflight/pauses-in-force";
import { useOwnSend } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { Switch } from "@/components/ui/fields/switch";
import { SettingRow } from "@/components/ui/page/setting-row";
import { read } from "@/lib/client/query";
import { setHoursForAll } from "@/lib/contract/console/automation/hours";
import { causeNames, listPauses } from "@/lib/contract/console/automation/pauses";

/** The calling hours for all campaigns, beside the rules that pause campaigns. */
export function AllHoursRow() {
  const forAll = useQuery(read(listPauses, {})).data?.value.hours;
  const set = useOwnSend(setHoursForAll, "Change", causeNames.calling_hours);
  const [isOpen, setIsOpen] = useState(false);
  if (!forAll) return null;
  const { is_on, hours } = forAll;
  const note = is_on ? (
    <>
      {weeklyText(hours)}, {scopeText(forAll)}. A campaign that runs outside them is paused.
      <PausesInForce {...forAll} />
    </>
  ) : (
    "Off. Each campaign has its own, if somebody set them."
  );
  return (
    <>
      <SettingRow title={causeNames.calling_hours} note={note}>
        {is_on && (
          <Button aria-haspopup="dialog" load={HoursDialog.load} onClick={() => setIsOpen(true)}>
            Change…
          </Button>
        )}
        <Switch
          aria-label={causeNames.calling_hours}
          checked={is_on}
          isSending={set.isPending}
          aria-haspopup={is_on ? undefined : "dialog"}
          onChange={(isOn) => (isOn ? setIsOpen(true) : set.mutate({ is_on: false }))}
        />
      </SettingRow>
      {isOpen && <HoursDialog isForAll onClose={() => setIsOpen(false)} />}
    </>
  );
}
