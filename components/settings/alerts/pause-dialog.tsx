import { useWatch } from "react-hook-form";
import { CampaignsField } from "@/components/preflight/campaigns-field";
import { changedIn } from "@/components/preflight/hours-dialog";
import { PausedNow } from "@/components/preflight/paused-now";
import { SendFault } from "@/components/send/send-fault";
import { type CheckedForm, useCheckedForm } from "@/components/send/use-checked-form";
import { useFormSend } from "@/components/send/use-send-fault";
import { TextField } from "@/components/ui/fields/field";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { setAlertRule } from "@/lib/contract/console/alert-settings";
import { causeNames, type PausingRule, type RulePause } from "@/lib/contract/console/automation/pauses";
import { pauseLimits, rulePause } from "@/lib/contract/inputs/automation";
import { amountIn } from "@/lib/format/money";

/** Condition of each rule, in one line. */
const purposes: Record<PausingRule, string> = {
  balance_low: "Credit falls below the minimum",
  deliveries_share: "Too many deliveries of all webhooks fail",
  calls_failing: "Too many contacts of the campaign fail",
};

type PauseDialogProps = { pause: RulePause; onClose: () => void };

/** Lets a rule pause campaigns, or changes how it does. */
export function PauseDialog({ pause, onClose }: PauseDialogProps) {
  const { rule, limit, campaigns, is_on, pauses } = pause;
  const form = useCheckedForm(rulePause, { defaultValues: { ...limit, campaigns, ...(is_on ? {} : { is_on: true }) } });
  const { control, formState, setValue, handleSubmit } = form;
  const { campaigns: chosen = null, is_on: _isOn, ...watched } = useWatch({ control });
  const set = useFormSend(setAlertRule, onClose);
  return (
    <FormDialog
      title={`Pause campaigns: ${causeNames[rule]}`}
      lead={`${purposes[rule]}. Pauses once per incident. Someone has to resume it.`}
      submitLabel={is_on ? "Save" : "Turn on"}
      isSending={set.isPending}
      onSubmit={handleSubmit((values) =>
        set.mutate({ rule, pause: is_on ? changedIn(values, formState.dirtyFields) : values }),
      )}
      onClose={onClose}
    >
      <LimitFields rule={rule} form={form} />
      <CampaignsField
        chosen={chosen}
        error={formState.errors.campaigns?.message}
        onChange={(next) => setValue("campaigns", next, { shouldDirty: true, shouldValidate: next?.length !== 0 })}
      />
      <PausedNow
        cause={rule}
        limit={pauseLimits.safeParse(watched).success ? watched : undefined}
        campaigns={chosen}
        pauses={pauses}
      />
      {set.error && <SendFault error={set.error} what="The rule" onDismiss={set.reset} />}
    </FormDialog>
  );
}

type LimitFieldsProps = { rule: PausingRule; form: CheckedForm<typeof rulePause> };

function LimitFields({ rule, form: { field } }: LimitFieldsProps) {
  if (rule === "balance_low")
    return (
      <TextField
        label="Minimum"
        inputMode="decimal"
        autoComplete="off"
        hint="In the balance's currency. Leave empty to use your plan's minimum."
        {...field("minimum", { setValueAs: (text: string | null) => (text?.trim() ? amountIn(text) : null) })}
      />
    );
  const number = { valueAsNumber: true };
  return (
    <div className="grid grid-cols-3 gap-3 max-narrow:grid-cols-1">
      <TextField label="Share, %" type="number" {...field("percent", number)} />
      <TextField label="Of at least" type="number" {...field("least", number)} />
      <TextField label="In minutes" type="number" {...field("minutes", number)} />
    </div>
  );
}
