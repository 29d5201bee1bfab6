import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useMay } from "@/components/query/use-me";
import { SendFault } from "@/components/send/send-fault";
import { type CheckedForm, useCheckedForm } from "@/components/send/use-checked-form";
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
  const forAll = useHoursForAll();
  const [scope, setScope] = useState<"one" | "all">(isForAll || campaign_id === undefined ? "all" : "one");
  const { form, weekly, choose } = useHoursForm(campaign_id, hours, scope === "all" ? forAll : undefined);
  const [one, all] = [useFormSend(setCampaignHours, onClose), useFormSend(setHoursForAll, onClose)];
  const isSet = scope === "all" ? forAll?.is_on : hours !== undefined;
  const error = one.error ?? all.error;
  const submit = form.handleSubmit((values) => {
    if (scope === "one" && campaign_id !== undefined) one.mutate({ campaign_id, ...weekly });
    if (scope === "all" && forAll)
      all.mutate(forAll.is_on ? changedIn(values, form.formState.dirtyFields) : { ...values, is_on: true });
  });
  return (
    <FormDialog
      title="Calling hours"
      lead={scope === "all" ? leadOfAll : leadOfOne}
      submitLabel={isSet ? "Change" : "Set hours"}
      isSending={one.isPending || all.isPending}
      onSubmit={submit}
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
        {...{ days: weekly.days, zone: weekly.zone, errors: form.formState.errors }}
        {...{ from: form.field("from"), to: form.field("to") }}
        onDays={(days) => choose({ days })}
        onZone={(zone) => choose({ zone })}
      />
      {scope === "all" ? forAll && <ForAll {...{ forAll, form, weekly }} /> : <OutsideNow weekly={weekly} />}
      <p className="text-sm/[17px] text-ink-3">Public holidays are not checked.</p>
      {error && <SendFault error={error} what="The hours" onDismiss={() => [one, all].map(({ reset }) => reset())} />}
    </FormDialog>
  );
}

/** Undefined for those who cannot set them. Managers may read them, so they can be in the cache. */
function useHoursForAll() {
  const may = useMay(setHoursForAll);
  const pauses = useQuery({ ...read(listPauses, {}), enabled: may }).data;
  return may ? pauses?.value.hours : undefined;
}

function useHoursForm(campaign_id: string | undefined, hours: SetHours | undefined, forAll: HoursForAll | undefined) {
  const { zone: campaignZone } = useCampaign(campaign_id ?? "");
  const form = useCheckedForm(automationInputs["automation.set_all_hours"], {
    values: forAll ? startOfAll(forAll, campaignZone) : startOf(hours, campaignZone),
    resetOptions: { keepDirtyValues: true },
  });
  const [days = [], from = "", to = "", zone = ""] = useWatch({
    control: form.control,
    name: ["days", "from", "to", "zone"],
  });

  function choose(values: Partial<WeeklyHours>) {
    const options = { shouldDirty: true, shouldValidate: true };
    if (values.days) form.setValue("days", [...values.days], options);
    if (values.from) form.setValue("from", values.from, { shouldDirty: true });
    if (values.to) form.setValue("to", values.to, options);
    if (values.zone) form.setValue("zone", values.zone, options);
  }

  return { form, weekly: { days, from, to, zone }, choose };
}

type HoursForm = CheckedForm<(typeof automationInputs)["automation.set_all_hours"]>;
type ForAllProps = { forAll: HoursForAll; form: HoursForm; weekly: WeeklyHours };

function ForAll({ forAll, form: { control, formState, setValue }, weekly }: ForAllProps) {
  const campaigns = useWatch({ control, name: "campaigns" }) ?? null;
  return (
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
  );
}

const OutsideNow = ({ weekly }: { weekly: WeeklyHours }) => (
  <p className="text-sm/[17px] text-wait-ink empty:hidden" role="status">
    {isReadable(weekly) &&
      !isWithin(weekly, clock.nowMs()) &&
      "It is outside these hours now: a running campaign is paused within seconds."}
  </p>
);

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
