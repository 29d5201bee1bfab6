import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useMay } from "@/components/query/use-me";
import { SendFault } from "@/components/send/send-fault";
import { useCheckedForm } from "@/components/send/use-checked-form";
import { useFormSend } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { read } from "@/lib/client/query";
import { clock } from "@/lib/clock";
import { type SetHours, setCampaignHours, setHoursForAll } from "@/lib/contract/console/automation/hours";
import { type HoursForAll, listPauses } from "@/lib/contract/console/automation/pauses";
import { isReadable, isWithin, type WeeklyHours } from "@/lib/contract/console/campaign-hours";
import { automationInputs } from "@/lib/contract/inputs/automation";
import { currentZone } from "@/lib/format/zone-names";
import { CampaignsField } from "./campaigns-field";
import { PausedNow } from "./paused-now";
import { useCampaign } from "./plan-dialog";
import { WeeklyHoursFields } from "./weekly-hours-fields";

const proposed = { days: [1, 2, 3, 4, 5], from: "10:00", to: "20:00" };

type HoursDialogProps = {
  /** Without a campaign, the hours are for all campaigns. */
  campaign_id?: string | undefined;
  hours?: SetHours | undefined;
  isForAll?: boolean;
  onClose: () => void;
};

const scopes = [
  { value: "one", label: "This campaign" },
  { value: "all", label: "All campaigns" },
] as const;

/** Sets the calling hours of a campaign, or those for all campaigns, which only admins can. */
export function HoursDialog({ campaign_id, hours, isForAll = false, onClose }: HoursDialogProps) {
  const maySetForAll = useMay(setHoursForAll);
  const pauses = useQuery({ ...read(listPauses, {}), enabled: maySetForAll }).data;
  // Managers may read these hours, so they can be in the cache.
  const forAll = maySetForAll ? pauses?.value.hours : undefined;
  const [chosen, setScope] = useState<"one" | "all">(isForAll || campaign_id === undefined ? "all" : "one");
  const scope = forAll && chosen === "all" ? "all" : "one";
  const { zone: campaignZone } = useCampaign(campaign_id ?? "");
  const start = scope === "all" && forAll ? startOfAll(forAll, campaignZone) : startOf(hours, campaignZone);
  const { field, formState, setValue, control, handleSubmit } = useCheckedForm(
    automationInputs["automation.set_all_hours"],
    { values: start, resetOptions: { keepDirtyValues: true } },
  );
  const [days = [], from = "", to = "", zone = "", campaigns = null] = useWatch({
    control,
    name: ["days", "from", "to", "zone", "campaigns"],
  });
  const [one, all] = [useFormSend(setCampaignHours, onClose), useFormSend(setHoursForAll, onClose)];
  const weekly = { days, from, to, zone };
  const isSet = scope === "all" ? forAll?.is_on : hours !== undefined;
  const error = one.error ?? all.error;

  function choose(values: Partial<WeeklyHours>) {
    if (values.days) setValue("days", [...values.days], { shouldDirty: true, shouldValidate: true });
    if (values.from) setValue("from", values.from, { shouldDirty: true });
    if (values.to) setValue("to", values.to, { shouldDirty: true, shouldValidate: true });
    if (values.zone) setValue("zone", values.zone, { shouldDirty: true, shouldValidate: true });
  }

  return (
    <FormDialog
      title="Calling hours"
      lead={scope === "all" ? leadOfAll : leadOfOne}
      submitLabel={isSet ? "Change" : "Set hours"}
      isSending={one.isPending || all.isPending}
      onSubmit={handleSubmit((values) => {
        if (scope === "all")
          all.mutate(forAll?.is_on ? changedIn(values, formState.dirtyFields) : { ...values, is_on: true });
        else if (campaign_id !== undefined) one.mutate({ campaign_id, ...weekly });
      })}
      onClose={onClose}
    >
      <div className="flex flex-wrap gap-2">
        {campaign_id !== undefined && forAll && (
          <SegmentedControl label="For" options={scopes} value={scope} onChange={setScope} />
        )}
        <Button size="small" onClick={() => choose(proposed)}>
          Weekdays 10:00–20:00
        </Button>
      </div>
      <WeeklyHoursFields
        {...{ days, zone, errors: formState.errors, from: field("from"), to: field("to") }}
        onDays={(next) => choose({ days: next })}
        onZone={(next) => choose({ zone: next })}
      />
      {scope === "all" && forAll ? (
        <>
          <CampaignsField
            chosen={campaigns}
            error={formState.errors.campaigns?.message}
            onChange={(next) => setValue("campaigns", next, { shouldDirty: true, shouldValidate: next?.length !== 0 })}
          />
          <PausedNow
            cause="calling_hours"
            limit={isReadable(weekly) ? weekly : undefined}
            campaigns={campaigns}
            pauses={forAll.pauses}
          />
        </>
      ) : (
        <p className="text-sm/[17px] text-wait-ink empty:hidden" role="status">
          {isReadable(weekly) &&
            !isWithin(weekly, clock.nowMs()) &&
            "It is outside these hours now: a running campaign is paused within seconds."}
        </p>
      )}
      <p className="text-sm/[17px] text-ink-3">Public holidays are not checked.</p>
      {error && <SendFault error={error} what="The hours" onDismiss={() => [one, all].map(({ reset }) => reset())} />}
    </FormDialog>
  );
}

const leadOfOne =
  "Switchboard pauses the campaign at the end of the hours and resumes it when they begin, until someone switches them off. It does not resume a campaign that a person paused.";
const leadOfAll =
  "Switchboard pauses each campaign that runs outside the hours, once per night. Someone has to resume it. Managers cannot switch these hours off.";

/** The changed fields, so that what another admin saved meanwhile stays. */
export const changedIn = <Values extends object>(values: Values, dirty: { [Key in keyof Values]?: unknown }) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => dirty[name as keyof Values])) as Partial<Values>;

const startOf = (hours: SetHours | undefined, campaignZone: string) => ({
  ...proposed,
  ...(hours ? { days: [...hours.days], from: hours.from, to: hours.to } : {}),
  zone: currentZone(hours?.zone ?? campaignZone),
  campaigns: null,
});

/** Hours that are off begin in the zone of the campaign or the browser, unless someone chose another than the default. */
export function startOfAll(
  { is_on, hours, campaigns }: Pick<HoursForAll, "is_on" | "hours" | "campaigns">,
  zone: string,
) {
  const isChosen = is_on || hours.zone !== "UTC";
  return { ...hours, days: [...hours.days], zone: currentZone(isChosen ? hours.zone : zone), campaigns };
}
