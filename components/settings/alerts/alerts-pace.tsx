import { SendFault } from "@/components/send/send-fault";
import { useLateCheckedForm } from "@/components/send/use-late-checked-form";
import { useFormSend, useOwnSend } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { TextField } from "@/components/ui/fields/field";
import { SelectField } from "@/components/ui/fields/select-field";
import { ZoneField } from "@/components/ui/fields/zone-options";
import { Section } from "@/components/ui/page/section";
import type { AlertTopic } from "@/lib/contract/console/alert-rule-ids";
import { ruleKinds } from "@/lib/contract/console/alert-rules";
import { type AlertSettings, setAlertNight, setAlertPace } from "@/lib/contract/console/alert-settings";
import { ownTimeZone } from "@/lib/format/format-time";

import { TopicChecks } from "./topic-checks";

const loadCheck = async () => (await import("@/lib/contract/inputs/alerts")).alertInputs["alerts.set_pace"];

const digestChoices = [1, 5, 15, 60];

/** Quiet hours, alerts that are sent in them, too, and how many alerts share one message. */
export function PaceSection({ settings: { pace, rules } }: { settings: AlertSettings }) {
  const zone = !pace.is_quiet && pace.zone === "UTC" ? ownTimeZone() : pace.zone;
  // Follows changes that others save meanwhile, so that this form only changes what was changed in it.
  const form = useLateCheckedForm(loadCheck, {
    values: { ...pace, zone },
    resetOptions: { keepDirtyValues: true },
  });
  const { field, setValue } = form;
  const { is_quiet, has_weekends, tells_recovery, zone: chosenZone } = form.watch();
  const save = useFormSend(setAlertPace);
  const choices = [...new Set([...digestChoices, pace.digest_minutes])].sort((a, b) => a - b);
  const check = (name: "is_quiet" | "has_weekends" | "tells_recovery") => ({
    onChange: ({ target }: { target: HTMLInputElement }) => setValue(name, target.checked, { shouldDirty: true }),
  });
  return (
    <Section title="Quiet hours and frequency" className="border-t border-rule">
      <form
        className="grid gap-3.5"
        noValidate
        {...form.reach}
        onSubmit={form.handleSubmit((values) => save.mutate(values, { onSuccess: () => form.reset(values) }))}
      >
        <Checkbox checked={is_quiet} {...check("is_quiet")}>
          Quiet hours
        </Checkbox>
        {is_quiet && (
          <>
            <p className="text-sm/[17px] text-ink-3">Alerts are held and sent at the end if still open.</p>
            <div className="grid grid-cols-2 gap-3">
              <TextField label="Quiet from" type="time" defaultValue={pace.from} {...field("from")} />
              <TextField label="Quiet to" type="time" defaultValue={pace.to} {...field("to")} />
            </div>
            <Checkbox checked={has_weekends} {...check("has_weekends")}>
              And on weekends
            </Checkbox>
            <ZoneField
              value={chosenZone}
              error={form.formState.errors.zone?.message}
              onChange={(zone) => setValue("zone", zone, { shouldDirty: true })}
            />
          </>
        )}
        <SelectField
          label="At most one message every"
          hint="Further alerts are combined."
          defaultValue={pace.digest_minutes}
          {...field("digest_minutes", { valueAsNumber: true })}
        >
          {choices.map((minutes) => (
            <option key={minutes} value={minutes}>
              {minutes} min
            </option>
          ))}
        </SelectField>
        <Checkbox checked={tells_recovery} {...check("tells_recovery")}>
          Notify when resolved
        </Checkbox>
        {save.error && <SendFault error={save.error} what="The change" onDismiss={save.reset} />}
        <div>
          <Button type="submit" disabled={!form.formState.isDirty} isSending={save.isPending} sendingLabel="Saving…">
            Save
          </Button>
        </div>
      </form>
      {pace.is_quiet && <NightTopics rules={rules} />}
    </Section>
  );
}

/** Topics that are sent in quiet hours, too. People can choose otherwise for themselves. */
function NightTopics({ rules }: Pick<AlertSettings, "rules">) {
  const set = useOwnSend(setAlertNight, "Change");
  const stateOf = (topic: AlertTopic) => {
    const ofTopic = rules.filter(({ rule }) => ruleKinds[rule].topic === topic);
    const always = ofTopic.filter(({ is_always }) => is_always).length;
    return always === 0 ? false : always === ofTopic.length || "some";
  };
  return (
    <div className="mt-4 border-t border-rule pt-3">
      <h3 className="font-[550]">Also at night</h3>
      <p className="mb-2 text-sm/[17px] text-ink-3">Sent in quiet hours, too. Each person can choose otherwise.</p>
      <TopicChecks
        label="Also at night"
        stateOf={stateOf}
        isSending={set.isPending}
        onChange={(topic, is_on) => set.mutate({ topic, is_on })}
      />
    </div>
  );
}
