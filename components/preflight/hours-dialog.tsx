import { useWatch } from "react-hook-form";
import { SendFault } from "@/components/send/send-fault";
import { useCheckedForm } from "@/components/send/use-checked-form";
import { useFormSend } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { clock } from "@/lib/clock";
import { type SetHours, setCampaignHours } from "@/lib/contract/console/automation/hours";
import { isReadable, isWithin } from "@/lib/contract/console/campaign-hours";
import { automationInputs } from "@/lib/contract/inputs/automation";
import { currentZone } from "@/lib/format/zone-names";
import { useCampaign } from "./plan-dialog";
import { WeeklyHoursFields } from "./weekly-hours-fields";

const usual = { days: [1, 2, 3, 4, 5], from: "10:00", to: "20:00" };

type HoursDialogProps = { campaign_id: string; hours: SetHours | undefined; onClose: () => void };

export function HoursDialog({ campaign_id, hours, onClose }: HoursDialogProps) {
  const { zone: campaignZone } = useCampaign(campaign_id);
  const { from, to, zone } = hours ?? { ...usual, zone: campaignZone };
  const { field, formState, setValue, control, handleSubmit } = useCheckedForm(
    automationInputs["automation.set_hours"],
    {
      defaultValues: { campaign_id, from, to, zone: currentZone(zone), days: [...(hours ?? usual).days] },
    },
  );
  const [days, chosenFrom, chosenTo, chosenZone] = useWatch({ control, name: ["days", "from", "to", "zone"] });
  const set = useFormSend(setCampaignHours, onClose);
  const chosen = { days, from: chosenFrom, to: chosenTo, zone: chosenZone };

  function chooseUsual() {
    setValue("days", [...usual.days]);
    setValue("from", usual.from);
    setValue("to", usual.to, { shouldValidate: true });
  }

  return (
    <FormDialog
      title="Set hours"
      lead="Switchboard pauses the campaign at the end of the hours and resumes it at their begin, until someone switches them off. It does not resume a campaign that a person paused."
      submitLabel={hours ? "Change" : "Set hours"}
      isSending={set.isPending}
      onSubmit={handleSubmit((values) => set.mutate(values))}
      onClose={onClose}
    >
      <div>
        <Button size="small" onClick={chooseUsual}>
          Weekdays 10:00–20:00
        </Button>
      </div>
      <WeeklyHoursFields
        {...{ days, zone: chosenZone, errors: formState.errors, from: field("from"), to: field("to") }}
        onDays={(next) => setValue("days", next, { shouldValidate: true })}
        onZone={(next) => setValue("zone", next, { shouldValidate: true })}
      />
      <p className="text-sm/[17px] text-wait-ink empty:hidden" role="status">
        {isReadable(chosen) &&
          !isWithin(chosen, clock.nowMs()) &&
          "It is outside these hours now: a running campaign is paused within seconds."}
      </p>
      <p className="text-sm/[17px] text-ink-3">Public holidays are not checked.</p>
      {set.error && <SendFault error={set.error} what="The hours" onDismiss={set.reset} />}
    </FormDialog>
  );
}
