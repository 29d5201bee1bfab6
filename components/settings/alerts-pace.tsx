"use client";

import { type ReactNode, useRef, useState } from "react";
import { useOwnSend } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { FieldError } from "@/components/ui/fields/field";
import { Input, Select } from "@/components/ui/fields/input";
import { Switch } from "@/components/ui/fields/switch";
import { ZoneOptions } from "@/components/ui/fields/zone-options";
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

/** Quiet hours, rules that bypass them, and how many alerts share one message. */
export function PaceSection({ settings: { pace, rules } }: { settings: AlertSettings }) {
  const save = useOwnSend(setAlertPace, "Change", "Quiet hours");
  const change = useChanges(pace, save);
  const choices = [...new Set([...digestChoices, pace.digest_minutes])].sort((a, b) => a - b);
  return (
    <Section title="Quiet hours and frequency" className="border-t border-rule">
      <Option
        title="Quiet hours"
        description="Alerts are held and sent at the end if still open"
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
        {(pace.is_quiet || pace.from === pace.to) && <QuietTimes pace={pace} onChange={change} />}
      </Option>
      <Option title="Always send" description="Even in quiet hours" control={<AlwaysRules rules={rules} />} />
      <Option
        title="At most one message every"
        description="Further alerts are combined"
        control={
          <Select
            size="small"
            className="w-auto"
            aria-label="At most one message every"
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
        title="Notify when resolved"
        description="Sent to everyone who got the alert"
        control={
          <Switch
            aria-label="Notify when resolved"
            checked={pace.tells_recovery}
            isSending={save.isPending}
            onChange={(tells_recovery) => change({ tells_recovery })}
          />
        }
      />
    </Section>
  );
}

/** Merges a change into the settings sent last, because it may come before they are refetched. */
function useChanges(pace: AlertPace, { mutate, isPending }: ReturnType<typeof useOwnSend<typeof setAlertPace>>) {
  const latest = useRef({ read: pace, sent: pace });
  return (part: Partial<AlertPace>) => {
    const { read, sent } = latest.current;
    const next = { ...(isPending || read === pace ? sent : pace), ...part };
    latest.current = { read: pace, sent: next };
    const onError = () => {
      latest.current = { read: pace, sent: pace };
    };
    mutate(next, { onError });
  };
}

type OptionProps = { title: string; description: string; control: ReactNode; children?: ReactNode };

function Option({ title, description, control, children }: OptionProps) {
  return (
    <div className="border-t border-rule py-2.5">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <div className="font-[550]">{title}</div>
          <div className="text-sm/[17px] text-ink-3">{description}</div>
        </div>
        <div className="flex-none">{control}</div>
      </div>
      {children}
    </div>
  );
}

type QuietTimesProps = { pace: AlertPace; onChange: (part: Partial<AlertPace>) => void };

/** Saves a time on blur, when it is complete. Equal times are not saved. */
function QuietTimes({ pace, onChange }: QuietTimesProps) {
  const [{ read, ...times }, setTimes] = useState({ from: pace.from, to: pace.to, read: pace });
  // Adopt times changed elsewhere, but keep what the user typed in the other field.
  if (read !== pace) setTimes({ ...times, ...changesOf(read, pace), read: pace });
  const isSame = times.from === times.to;
  function onTimeBlur(name: "from" | "to") {
    const next = { ...times, [name]: times[name] || pace[name] };
    setTimes({ ...next, read });
    if (next.from !== next.to && (next.from !== pace.from || next.to !== pace.to)) onChange(next);
  }
  const time = (name: "from" | "to", label: string) => (
    <Input
      type="time"
      size="small"
      className="w-auto"
      aria-label={label}
      aria-invalid={isSame}
      value={times[name]}
      onChange={({ target: { value } }) => setTimes({ ...times, [name]: value, read })}
      onBlur={() => onTimeBlur(name)}
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
          <ZoneOptions chosen={pace.zone} />
        </Select>
      </div>
    </div>
  );
}

const changesOf = (before: AlertPace, now: AlertPace) => ({
  ...(before.from === now.from ? {} : { from: now.from }),
  ...(before.to === now.to ? {} : { to: now.to }),
});

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
