"use client";

import { type ReactNode, useState } from "react";
import { useOwnSend } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { FieldError } from "@/components/ui/fields/field";
import { Input, Select } from "@/components/ui/fields/input";
import { Switch } from "@/components/ui/fields/switch";
import { Popover } from "@/components/ui/overlay/popover";
import { Section } from "@/components/ui/page/section";
import { ruleKinds } from "@/lib/contract/console/alert-rules";
import {
  type AlertPace,
  type AlertSettings,
  sameTimes,
  setAlertPace,
  setAlertRule,
} from "@/lib/contract/console/alert-settings";
import { countOf } from "@/lib/format/format-count";
import { ownTimeZone } from "@/lib/format/format-time";

const digestChoices = [1, 5, 15, 60];

/** When nothing is sent, what is sent all the same, and how much is put into one message. */
export function PaceSection({ settings: { pace, rules } }: { settings: AlertSettings }) {
  const save = useOwnSend(setAlertPace, "Change", "Quiet hours");
  const change = (part: Partial<AlertPace>) => save.mutate({ ...pace, ...part });
  const choices = [...new Set([...digestChoices, pace.digest_minutes])].sort((a, b) => a - b);
  return (
    <Section title="Quiet hours and pace" className="border-t border-rule">
      <Option
        title="Quiet hours"
        says="What happens then is sent at their end, if it still holds"
        control={
          <Switch
            aria-label="Quiet hours"
            checked={pace.is_quiet}
            isSending={save.isPending}
            onChange={(is_quiet) =>
              change({ is_quiet, ...(is_quiet && pace.zone === "UTC" ? { zone: ownTimeZone() } : {}) })
            }
          />
        }
      >
        {(pace.is_quiet || pace.from === pace.to) && (
          <QuietTimes key={JSON.stringify(pace)} pace={pace} onChange={change} />
        )}
      </Option>
      <Option title="Always send" says="even in quiet hours" control={<AlwaysRules rules={rules} />} />
      <Option
        title="At most one message in"
        says="more are put together in it"
        control={
          <Select
            size="small"
            className="w-auto"
            aria-label="At most one message in"
            value={pace.digest_minutes}
            isSending={save.isPending}
            onChange={(event) => change({ digest_minutes: Number(event.target.value) })}
          >
            {choices.map((minutes) => (
              <option key={minutes} value={minutes}>
                {minutes} min
              </option>
            ))}
          </Select>
        }
      />
      <Option
        title="Say when it is over"
        says="to whoever was told of the problem"
        control={
          <Switch
            aria-label="Say when it is over"
            checked={pace.tells_recovery}
            isSending={save.isPending}
            onChange={(tells_recovery) => change({ tells_recovery })}
          />
        }
      />
    </Section>
  );
}

type OptionProps = { title: string; says: string; control: ReactNode; children?: ReactNode };

function Option({ title, says, control, children }: OptionProps) {
  return (
    <div className="border-t border-rule py-2.5">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <div className="font-[550]">{title}</div>
          <div className="text-sm/[17px] text-ink-3">{says}</div>
        </div>
        <div className="flex-none">{control}</div>
      </div>
      {children}
    </div>
  );
}

type QuietTimesProps = { pace: AlertPace; onChange: (part: Partial<AlertPace>) => void };

/** A time is kept once its field is left: half of one is none. Equal ones wait for the other to be changed. */
function QuietTimes({ pace, onChange }: QuietTimesProps) {
  const [times, setTimes] = useState({ from: pace.from, to: pace.to });
  const isSame = times.from === times.to;
  const leave = (next: typeof times) => {
    setTimes(next);
    if (next.from !== next.to && (next.from !== pace.from || next.to !== pace.to)) onChange(next);
  };
  const time = (name: "from" | "to", label: string) => (
    <Input
      type="time"
      size="small"
      className="w-auto"
      aria-label={label}
      aria-invalid={isSame}
      defaultValue={pace[name]}
      onBlur={({ target }) => {
        if (target.value) leave({ ...times, [name]: target.value });
        else target.value = times[name];
      }}
    />
  );
  return (
    <div className="mt-2 grid gap-2">
      <div className="flex flex-wrap items-center gap-2 text-ink-2">
        {time("from", "Quiet from")} to {time("to", "Quiet to")}
        <Checkbox
          checked={pace.has_weekends}
          onChange={({ target: { checked } }) => onChange({ has_weekends: checked })}
        >
          and weekends
        </Checkbox>
      </div>
      {isSame && <FieldError isAlert>{sameTimes}</FieldError>}
      <div className="flex items-center gap-2 text-ink-2">
        <Select
          size="small"
          className="w-[200px]"
          aria-label="Time zone"
          value={pace.zone}
          onChange={(event) => onChange({ zone: event.target.value })}
        >
          {[...new Set([pace.zone, "UTC", ...Intl.supportedValuesOf("timeZone")])].map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </Select>
      </div>
    </div>
  );
}

function AlwaysRules({ rules }: Pick<AlertSettings, "rules">) {
  const set = useOwnSend(setAlertRule, "Change");
  const always = rules.filter(({ is_always }) => is_always).length;
  return (
    <Popover
      label="Rules that are always sent"
      trigger={<Button size="small">{always === 0 ? "No rules" : countOf(always, "rule")}</Button>}
    >
      <ul className="grid max-h-[320px] gap-1 overflow-auto">
        {rules.map(({ rule, is_always }) => (
          <li key={rule}>
            <Checkbox
              checked={is_always}
              isSending={set.isPending}
              onChange={({ target: { checked } }) => set.mutate({ rule, is_always: checked })}
            >
              {ruleKinds[rule].title}
            </Checkbox>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
