"use client";

import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useMemo } from "react";
import { useWatch } from "react-hook-form";
import { TextField } from "@/components/ui/fields/field";
import { SelectField, type SelectFieldProps } from "@/components/ui/fields/select-field";
import { ZoneOptions } from "@/components/ui/fields/zone-options";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { read } from "@/lib/client/query";
import { clock } from "@/lib/clock";
import {
  changePlanned,
  type Plannable,
  type PlannedAction,
  planAction,
  plannableNames,
} from "@/lib/contract/console/automation";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { knownName, listSaved, type SavedRecord } from "@/lib/contract/console/saved";
import type { InputOf } from "@/lib/contract/operation";
import { formatDay, formatMinute, ownTimeZone } from "@/lib/format/format-time";
import { momentOf, wallTimeOf } from "@/lib/format/zoned-time";
import { SendFault } from "./send-fault";
import { type CheckedForm, useCheckedForm } from "./use-checked-form";
import { useFormSend } from "./use-send-fault";

type PlanForm = InputOf<typeof planAction>;
type PlanControl = CheckedForm<typeof planAction.input>["control"];

export type PlanDialogProps = {
  /** Fixed campaign; undefined to let the user choose. */
  campaign_id?: string | undefined;
  /** Current status of that campaign; otherwise the last known status is used. */
  status?: string | undefined;
  /** Scheduled action to change; undefined to create one. */
  planned?: PlannedAction | undefined;
  onClose: () => void;
};

export function PlanDialog({ campaign_id, status, planned, onClose }: PlanDialogProps) {
  const saved = useQuery(read(listSaved, { resource: "campaigns" })).data?.value.data;
  const campaigns = saved ?? [];
  const statusOf = (id: string) => status ?? campaigns.find(({ ref }) => ref === id)?.last_status_word ?? null;
  const firstAction = fittingAction(statusOf(campaign_id ?? "")) ?? "start";
  const defaultValues = useMemo(
    () => planned ?? { ...defaultTime(), action: firstAction, campaign_id: campaign_id ?? "" },
    [planned, firstAction, campaign_id],
  );
  const { field, formState, control, setValue, handleSubmit } = useCheckedForm(planAction.input, { defaultValues });
  const { dirtyFields } = formState;
  const plan = useFormSend(planAction, onClose);
  const change = useFormSend(changePlanned, onClose);
  const send = planned ? change : plan;

  function submit({ campaign_id, ...schedule }: PlanForm) {
    if (planned) change.mutate({ ...schedule, planned_id: planned.id });
    else plan.mutate({ ...schedule, campaign_id });
  }

  return (
    <FormDialog
      title={planned ? "Change scheduled action" : "Schedule an action"}
      lead="Switchboard does this once, at the time you choose, if you still have permission."
      submitLabel={planned ? "Change" : "Schedule"}
      isSending={send.isPending}
      onSubmit={handleSubmit(submit)}
      onClose={onClose}
    >
      <SelectField label="What" data-first-focus {...field("action")}>
        {Object.entries(plannableNames).map(([action, label]) => (
          <option key={action} value={action}>
            {label}
          </option>
        ))}
      </SelectField>
      {campaign_id === undefined && !planned && (
        <CampaignField
          campaigns={campaigns}
          hint={saved?.length === 0 ? noCampaigns : undefined}
          {...field("campaign_id", {
            onChange: ({ target }: { target: HTMLSelectElement }) => {
              if (!dirtyFields.action) setValue("action", fittingAction(statusOf(target.value)) ?? "start");
            },
          })}
        />
      )}
      <StatusHint control={control} statusOf={statusOf} />
      <TextField label="When" type="datetime-local" {...field("local")} />
      <ZoneField chosen={defaultValues.zone} {...field("zone")} />
      <Moment control={control} />
      {send.error && (
        <SendFault error={send.error} what={planned ? "The change" : "The action"} onDismiss={send.reset} />
      )}
    </FormDialog>
  );
}

/** The full hour after the next one, in the browser's zone. */
function defaultTime(): Pick<PlanForm, "local" | "zone"> {
  const zone = ownTimeZone();
  const hourMs = 3_600_000;
  const local = wallTimeOf(Math.ceil(clock.nowMs() / hourMs) * hourMs + hourMs, zone).text;
  return { local, zone };
}

const actionOfStage = { unstarted: "start", running: "pause", paused: "resume", ended: undefined } as const;

/** Action that fits a status; undefined for ended campaigns and unknown words. */
function fittingAction(status: string | null): Plannable | undefined {
  const stage = stageOf(status);
  return stage && actionOfStage[stage];
}

/** Warns if the action does not fit the current status. Only a warning, because the status may change. */
function StatusHint({ control, statusOf }: { control: PlanControl; statusOf: (id: string) => string | null }) {
  const [action, campaign_id] = useWatch({ control, name: ["action", "campaign_id"] });
  const status = statusOf(campaign_id);
  const isMisfit = stageOf(status) !== undefined && fittingAction(status) !== action;
  return (
    <p className="text-sm/[17px] text-wait-ink empty:hidden" role="status">
      {isMisfit && `Its status is ${status} now: ${plannableNames[action]} may be refused unless that changes.`}
    </p>
  );
}

export const noCampaigns = "No campaigns yet. Open one by its ID on Campaigns first.";

type ChoiceProps = Pick<SelectFieldProps, "error" | "hint"> &
  Omit<ComponentProps<"select">, "style" | "size" | "children">;

function CampaignField({ campaigns, ...props }: ChoiceProps & { campaigns: readonly SavedRecord[] }) {
  return (
    <SelectField label="Campaign" {...props}>
      <option value="">Choose</option>
      {campaigns.map(({ ref, ...campaign }) => (
        <option key={ref} value={ref}>
          {knownName(campaign) ?? ref}
        </option>
      ))}
    </SelectField>
  );
}

export function ZoneField({ chosen, ...props }: ChoiceProps & { chosen: string }) {
  return (
    <SelectField label="Time zone" defaultValue={chosen} {...props}>
      <ZoneOptions chosen={chosen} />
    </SelectField>
  );
}

/** The chosen time in UTC, unless the zone is UTC. */
function Moment({ control }: { control: PlanControl }) {
  const [local, zone] = useWatch({ control, name: ["local", "zone"] });
  const ms = local ? momentOf(local, zone) : undefined;
  if (!local || zone === "UTC") return null;
  return (
    <p className="text-sm/[17px] text-ink-3" role="status">
      {ms === undefined
        ? "This time does not exist: the clocks go forward then."
        : `${formatDay(ms, "utc")}, ${formatMinute(ms, "utc")} UTC`}
    </p>
  );
}
