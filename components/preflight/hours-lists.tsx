import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "@/components/query/use-me";
import { Button } from "@/components/ui/buttons/button";
import { Section } from "@/components/ui/page/section";
import { read } from "@/lib/client/query";
import { type SetHours, setCampaignHours, setHoursForAll } from "@/lib/contract/console/automation/hours";
import { listPauses } from "@/lib/contract/console/automation/pauses";
import { listPlanned } from "@/lib/contract/console/automation/planned";
import { AdminHoursLine, HoursDialog, OwnHours } from "./hours-lines";

/** The calling hours for all campaigns, and those of each campaign. */
export function HoursLists() {
  const { data } = useQuery(read(listPlanned, {}));
  const maySet = useMay(setCampaignHours);
  const maySetForAll = useMay(setHoursForAll);
  const maySee = useMay(listPauses);
  const forAll = useQuery({ ...read(listPauses, {}), enabled: maySee }).data?.value.hours;
  const [opened, setOpened] = useState<SetHours | "all">();
  const { hours = [], admin_hours = null, data: planned = [] } = data?.value ?? {};
  if (hours.length === 0 && !admin_hours && !maySetForAll) return null;
  return (
    <Section
      title="Calling hours"
      more={
        maySetForAll &&
        !admin_hours && (
          <Button size="small" aria-haspopup="dialog" load={HoursDialog.load} onClick={() => setOpened("all")}>
            Set hours for all campaigns…
          </Button>
        )
      }
    >
      {hours.length === 0 && !admin_hours && <p className="text-sm/[17px] text-ink-3">No hours are set.</p>}
      <ul>
        {admin_hours && <AdminHoursLine hours={admin_hours} pauses={forAll?.pauses} />}
        {hours.map((each) => (
          <OwnHours
            key={each.campaign_id}
            hours={each}
            planned={planned.filter((action) => action.campaign_id === each.campaign_id)}
            isNamed
            onChange={maySet ? () => setOpened(each) : undefined}
          />
        ))}
      </ul>
      {opened === "all" && <HoursDialog isForAll onClose={() => setOpened(undefined)} />}
      {opened && opened !== "all" && (
        <HoursDialog campaign_id={opened.campaign_id} hours={opened} onClose={() => setOpened(undefined)} />
      )}
    </Section>
  );
}
