import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useEffect, useMemo, useState } from "react";
import { useWatch } from "react-hook-form";
import { SendFault } from "@/components/send/send-fault";
import { type CheckedForm, useCheckedForm } from "@/components/send/use-checked-form";
import { useFormSend } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { TextField } from "@/components/ui/fields/field";
import { SelectField, type SelectFieldProps } from "@/components/ui/fields/select-field";
import { ZoneField } from "@/components/ui/fields/zone-options";
import { TypedText } from "@/components/ui/overlay/confirm-dialog";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { isTyped } from "@/components/ui/overlay/type-to-confirm";
import { useZone } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import { clock } from "@/lib/clock";
import { getCampaign } from "@/lib/contract/api/campaigns";
import {
  changePlanned,
  listPlanned,
  type PlannedAction,
  planAction,
  plannableNames,
} from "@/lib/contract/console/automation/planned";
import { zoneIn } from "@/lib/contract/console/campaign-hours";
import { type CampaignProgress, getCampaignProgress } from "@/lib/contract/console/campaign-progress";
import { statusIn } from "@/lib/contract/console/campaign-stage";
import { knownName, listSaved, type SavedRecord } from "@/lib/contract/console/saved";
import type { InputOf } from "@/lib/contract/inputs";
import { automationInputs } from "@/lib/contract/inputs/automation";
import { clockText, formatDay, formatMinute, ownTimeZone, timeZoneOf } from "@/lib/format/format-time";
import { currentZone } from "@/lib/format/zone-names";
import { momentOf, offsetAt, wallTimeOf } from "@/lib/format/zoned-time";
import { fittingAction, misfitMessage, statusBefore, typedPeople } from "./action-fit";
import { type BlockedQuestion, useBlocked } from "./blocked-check";
import { FittingStart } from "./fitting-start";
import { Preflight, waitingIn } from "./preflight";

type PlanForm = InputOf<typeof planAction>;
type PlanControl = CheckedForm<(typeof automationInputs)["automation.plan"]>["control"];

export type PlanDialogProps = {
  /** Fixed campaign; undefined to let the user choose. */
  campaign_id?: string | undefined;
  /** Current status of that campaign; otherwise the last known status is used. */
  status?: string | undefined;
  planned?: PlannedAction | undefined;
  onClose: () => void;
};

export function PlanDialog({ campaign_id, status, planned, onClose }: PlanDialogProps) {
  const saved = useQuery(read(listSaved, { resource: "campaigns" })).data?.value.data;
  const campaigns = saved ?? [];
  const statusOf = (id: string) => status ?? campaigns.find(({ ref }) => ref === id)?.last_status_word ?? null;
  const firstAction = fittingAction(statusOf(campaign_id ?? "")) ?? "start";
  const firstZone = useCampaign(campaign_id ?? "").zone;
  const defaultValues = useMemo(
    () => planned ?? { ...defaultTime(firstZone), action: firstAction, campaign_id: campaign_id ?? "" },
    [planned, firstZone, firstAction, campaign_id],
  );
  const { field, formState, control, setValue, handleSubmit } = useCheckedForm(automationInputs["automation.plan"], {
    defaultValues,
  });
  const { dirtyFields } = formState;
  const [action, chosenId, chosenLocal, chosenZone] = useWatch({
    control,
    name: ["action", "campaign_id", "local", "zone"],
  });
  const { record, progress, zone: campaignZone } = useCampaign(chosenId);
  const [typed, setTyped] = useState("");
  const waiting = action === "pause" ? undefined : waitingIn(record, progress);
  const people = typedPeople(waiting);
  const blocked = useBlocked(action === "pause" || waiting === 0 || chosenId === "" ? [] : [chosenId]);
  const { send, submit } = usePlanSend(planned, onClose);
  useZoneOfCampaign({ planned, zone: campaignZone, dirtyFields, setValue });
  const onSubmit = handleSubmit((plan) =>
    submit({ ...plan, confirmed_people: waiting, confirmed_blocked: blocked.confirmedOf(chosenId) }),
  );

  return (
    <FormDialog
      title={planned ? "Change scheduled action" : "Schedule an action"}
      lead="Switchboard does this once, at the time you choose, if you still have permission."
      submitLabel={planned ? "Change" : "Schedule"}
      isSending={send.isPending}
      isReady={blocked.isReady && (people === undefined || isTyped(typed, people))}
      onSubmit={onSubmit}
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
      <TextField label="When" type="datetime-local" {...field("local")} />
      <TimeChips zone={chosenZone} onChoose={(local) => setValue("local", local, byPerson)} />
      {action !== "pause" && chosenId !== "" && (
        <FittingStart
          {...{ campaign_id: chosenId, local: chosenLocal, zone: chosenZone }}
          onChoose={(local) => setValue("local", local, byPerson)}
        />
      )}
      <ZoneField
        value={chosenZone}
        error={formState.errors.zone?.message}
        onChange={(zone) => setValue("zone", zone, byPerson)}
      />
      <Moment control={control} />
      <Checks {...{ control, statusOf, record, progress }} blocked={blocked.question} changedId={planned?.id} />
      {people && <TypedText expected={people} typed={typed} onType={setTyped} />}
      {send.error && (
        <SendFault error={send.error} what={planned ? "The change" : "The action"} onDismiss={send.reset} />
      )}
    </FormDialog>
  );
}

type ZoneInput = Pick<PlanDialogProps, "planned"> &
  Pick<CheckedForm<(typeof automationInputs)["automation.plan"]>, "setValue"> & {
    zone: string;
    dirtyFields: { zone?: boolean; local?: boolean };
  };

/** The zone of a campaign is known once it is chosen and read. A zone or time that a person chose stays. */
function useZoneOfCampaign({ planned, zone, dirtyFields, setValue }: ZoneInput) {
  useEffect(() => {
    if (planned || dirtyFields.zone) return;
    setValue("zone", zone);
    if (!dirtyFields.local) setValue("local", defaultTime(zone).local);
  }, [planned, zone, dirtyFields.zone, dirtyFields.local, setValue]);
}

/** Schedules a new action, or changes a planned one, whose campaign stays. */
function usePlanSend(planned: PlannedAction | undefined, onEnd: () => void) {
  const plan = useFormSend(planAction, onEnd);
  const change = useFormSend(changePlanned, onEnd);
  const submit = (form: PlanForm) =>
    planned ? change.mutate({ ...form, planned_id: planned.id, campaign_id: planned.campaign_id }) : plan.mutate(form);
  return { send: planned ? change : plan, submit };
}

const byPerson = { shouldValidate: true, shouldDirty: true };

/** The campaign as last read, and its zone or else that of the browser. */
export function useCampaign(campaign_id: string) {
  const enabled = campaign_id !== "";
  const record = useQuery({ ...read(getCampaign, { campaign_id }), enabled }).data?.value.data ?? {};
  const progress = useQuery({ ...read(getCampaignProgress, { campaign_id }), enabled }).data?.value.data ?? null;
  return { record, progress, zone: currentZone(zoneIn(record) ?? ownTimeZone()) };
}

function defaultTime(zone: string): Pick<PlanForm, "local" | "zone"> {
  const hourMs = 3_600_000;
  const local = wallTimeOf(Math.ceil(clock.nowMs() / hourMs) * hourMs + hourMs, zone).text;
  return { local, zone };
}

type ChecksProps = {
  control: PlanControl;
  changedId: string | undefined;
  statusOf: (id: string) => string | null;
  record: Record<string, unknown>;
  progress: CampaignProgress | null;
  blocked: BlockedQuestion;
};

function Checks({ control, changedId, statusOf, record, progress, blocked }: ChecksProps) {
  const [action, campaign_id, local, zone] = useWatch({ control, name: ["action", "campaign_id", "local", "zone"] });
  const planned = useQuery({ ...read(listPlanned, { campaign_id }), enabled: campaign_id !== "" }).data?.value.data;
  const atMs = local ? momentOf(local, zone) : undefined;
  const known = statusIn(record) ?? statusOf(campaign_id);
  const misfit =
    atMs === undefined
      ? undefined
      : misfitMessage(action, statusBefore(known, { atMs, changedId, planned: planned ?? [] }));
  return (
    <>
      <p className="text-sm/[17px] text-wait-ink empty:hidden" role="status">
        {misfit && `${misfit}.`}
      </p>
      {action !== "pause" && campaign_id !== "" && atMs !== undefined && atMs > clock.nowMs() && (
        <div>
          <Preflight {...{ campaign_id, record, progress, blocked, atMs }} atZone={zone} />
          <p className="mt-2 text-sm/[17px] text-ink-3">Checked again when it is sent.</p>
        </div>
      )}
    </>
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

type TimeChipsProps = { zone: string; onChoose: (local: string) => void };

function TimeChips({ zone, onChoose }: TimeChipsProps) {
  const today = wallTimeOf(clock.nowMs(), zone).text;
  const tomorrow = new Date(Date.parse(`${today}Z`) + 86_400_000).toISOString().slice(0, 10);
  const tonight = `${today.slice(0, 10)}T20:00`;
  return (
    <div className="flex flex-wrap gap-2">
      {tonight > today && (
        <Button size="small" onClick={() => onChoose(tonight)}>
          Tonight {clockText(20, "00")}
        </Button>
      )}
      <Button size="small" onClick={() => onChoose(`${tomorrow}T09:00`)}>
        Tomorrow {clockText(9, "00")}
      </Button>
    </div>
  );
}

function Moment({ control }: { control: PlanControl }) {
  const [local, zone] = useWatch({ control, name: ["local", "zone"] });
  const shown = useZone();
  const ms = local ? momentOf(local, zone) : undefined;
  if (!local || (ms !== undefined && offsetAt(ms, zone) === offsetAt(ms, timeZoneOf(shown)))) return null;
  return (
    <p className="text-sm/[17px] text-ink-3" role="status">
      {ms === undefined
        ? "This time does not exist: the clocks go forward then."
        : `${formatDay(ms, shown)}, ${formatMinute(ms, shown)} ${shown === "utc" ? "UTC" : "for you"}`}
    </p>
  );
}
