import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { noCampaigns } from "@/components/preflight/plan-dialog";
import { WeeklyHoursFields } from "@/components/preflight/weekly-hours-fields";
import { SendFault } from "@/components/send/send-fault";
import { type CheckedForm, useCheckedForm } from "@/components/send/use-checked-form";
import { useFormSend } from "@/components/send/use-send-fault";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { FieldError, TextField } from "@/components/ui/fields/field";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { read } from "@/lib/client/query";
import {
  type GuardRail,
  type GuardRailId,
  guardRailNames,
  previewGuardRail,
  setGuardRail,
} from "@/lib/contract/console/automation/guard-rails";
import { knownName, listSaved } from "@/lib/contract/console/saved";
import type { InputOf } from "@/lib/contract/inputs";
import { automationInputs, guardRailLimits } from "@/lib/contract/inputs/automation";
import { amountIn } from "@/lib/format/decimal";
import { countOf } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { purposes, startingZone } from "./guard-rail-messages";

export type GuardRailDialogProps = { rail: GuardRail; onClose: () => void };

/** Turns a guard rail on, or changes one that is on. */
export function GuardRailDialog({ rail, onClose }: GuardRailDialogProps) {
  const { guard_rail, limit, campaigns, is_on } = rail;
  const form = useCheckedForm(automationInputs["automation.set_guard_rail"], {
    defaultValues: {
      guard_rail,
      ...limit,
      days: [...limit.days],
      campaigns,
      zone: startingZone(rail),
      ...(is_on ? {} : { is_on: true }),
    },
  });
  const set = useFormSend(setGuardRail, onClose);

  return (
    <FormDialog
      title={guardRailNames[guard_rail]}
      lead={`${purposes[guard_rail]}. ${guard_rail === "calling_hours" ? "Pauses once per night. Someone has to resume it in the morning." : "Pauses once per incident. Someone has to resume it."}`}
      submitLabel={is_on ? "Save" : "Turn on"}
      isSending={set.isPending}
      onSubmit={form.handleSubmit((values) =>
        set.mutate(is_on ? changedIn(values, form.formState.dirtyFields) : values),
      )}
      onClose={onClose}
    >
      <LimitFields guardRail={guard_rail} form={form} />
      <CampaignsField form={form} />
      <PausedNow form={form} rail={rail} />
      {set.error && <SendFault error={set.error} what="The guard rail" onDismiss={set.reset} />}
    </FormDialog>
  );
}

const settleMs = 400;

/** Names the campaigns that this limit would pause within seconds. A guard rail does not pause one twice for a cause. */
function PausedNow({ form: { control }, rail: { guard_rail, pauses } }: Fields & { rail: GuardRail }) {
  const { campaigns, guard_rail: _id, is_on: _isOn, ...limit } = useWatch({ control });
  const text = JSON.stringify(limit);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  const isValid = guardRailLimits.safeParse(JSON.parse(settled)).success;
  const preview = useQuery({
    ...read(previewGuardRail, { guard_rail, limit: settled }),
    enabled: isValid,
    placeholderData: keepPreviousData,
  });
  if (!isValid || !preview.data) return null;
  const isNew = ({ campaign_id: id }: { campaign_id: string }) =>
    (campaigns?.includes(id) ?? true) && !pauses.some(({ campaign_id }) => campaign_id === id);
  const paused = preview.data.value.data.filter(isNew);
  if (paused.length === 0) return <p className="text-ink-2">This limit would pause no running campaign now.</p>;
  return (
    <div role="status">
      <p className="flex items-center gap-2 font-[550] text-wait-ink">
        <StatusIcon tone="wait" tinted />
        {countOf(paused.length, "campaign is", "campaigns are")} over this limit and will be paused within seconds:
      </p>
      <ul className="mt-1 max-h-32 overflow-auto text-ink-2">
        {paused.map(({ campaign_id, name, why }) => (
          <li key={campaign_id} className="wrap-anywhere">
            <b className="font-[550]">{visibleControls(name ?? campaign_id)}</b>: {visibleControls(why)}
          </li>
        ))}
      </ul>
    </div>
  );
}

type GuardRailInput = InputOf<typeof setGuardRail>;

/** The guard rail's own ID and the changed fields, so that what another admin saved meanwhile stays. */
function changedIn(values: GuardRailInput, dirty: Partial<Record<keyof GuardRailInput, unknown>>): GuardRailInput {
  const changed = Object.entries(values).filter(([name]) => dirty[name as keyof GuardRailInput]);
  return { ...Object.fromEntries(changed), guard_rail: values.guard_rail };
}

type Fields = { form: CheckedForm<(typeof automationInputs)["automation.set_guard_rail"]> };

function LimitFields({ guardRail, form }: Fields & { guardRail: GuardRailId }) {
  const { field } = form;
  if (guardRail === "balance")
    return (
      <TextField
        label="Minimum"
        inputMode="decimal"
        autoComplete="off"
        hint="In the balance's currency. Leave empty to use your plan's minimum."
        {...field("minimum", { setValueAs: (text: string | null) => (text?.trim() ? amountIn(text) : null) })}
      />
    );
  if (guardRail === "calling_hours") return <HoursFields form={form} />;
  const number = { valueAsNumber: true };
  return (
    <div className="grid grid-cols-3 gap-3 max-narrow:grid-cols-1">
      <TextField label="Share, %" type="number" {...field("percent", number)} />
      <TextField label="Of at least" type="number" {...field("least", number)} />
      <TextField label="In minutes" type="number" {...field("minutes", number)} />
    </div>
  );
}

function HoursFields({ form: { field, formState, setValue, control } }: Fields) {
  const [days = [], zone = "UTC"] = useWatch({ control, name: ["days", "zone"] });
  return (
    <WeeklyHoursFields
      {...{ days, zone, errors: formState.errors, from: field("from"), to: field("to") }}
      onDays={(chosen) => setValue("days", chosen, { shouldValidate: true })}
      onZone={(chosen) => setValue("zone", chosen)}
    />
  );
}

const scopeOptions = [
  { value: "all", label: "All" },
  { value: "chosen", label: "Selected" },
] as const;

function CampaignsField({ form: { control, setValue, formState } }: Fields) {
  const campaigns = useQuery(read(listSaved, { resource: "campaigns" })).data?.value.data;
  const chosen = useWatch({ control, name: "campaigns" }) ?? null;
  const toggle = (ref: string, isOn: boolean) =>
    setValue("campaigns", isOn ? [...(chosen ?? []), ref] : (chosen ?? []).filter((other) => other !== ref), {
      shouldValidate: true,
    });
  return (
    <fieldset>
      <legend className="mb-[5px] font-[550]">Campaigns</legend>
      <SegmentedControl
        label="Campaigns"
        options={scopeOptions}
        value={chosen === null ? "all" : "chosen"}
        onChange={(value) => setValue("campaigns", value === "all" ? null : [], { shouldValidate: value === "all" })}
      />
      {chosen !== null && (
        <div className="mt-2 grid max-h-44 overflow-auto">
          {campaigns?.length === 0 && <p className="text-sm/[17px] text-ink-3">{noCampaigns}</p>}
          {campaigns?.map(({ ref, ...campaign }) => (
            <Checkbox key={ref} checked={chosen.includes(ref)} onChange={(event) => toggle(ref, event.target.checked)}>
              {knownName(campaign) ?? ref}
            </Checkbox>
          ))}
        </div>
      )}
      {formState.errors.campaigns && <FieldError isAlert>{formState.errors.campaigns.message}</FieldError>}
    </fieldset>
  );
}
