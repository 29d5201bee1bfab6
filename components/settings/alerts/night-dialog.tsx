import { useQuery } from "@tanstack/react-query";
import { ReadRows } from "@/components/query/read-row";
import { useOwnSend } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { Combobox } from "@/components/ui/fields/combobox";
import { Input } from "@/components/ui/fields/input";
import { Switch } from "@/components/ui/fields/switch";
import { zoneChoices } from "@/components/ui/fields/zone-options";
import { Dialog } from "@/components/ui/overlay/dialog";
import { SettingList, SettingRow } from "@/components/ui/page/setting-row";
import { read } from "@/lib/client/query";
import type { AlertTopic } from "@/lib/contract/console/alert-rule-ids";
import { ruleKinds } from "@/lib/contract/console/alert-rules";
import {
  type AlertPace,
  type AlertSettings,
  getAlertSettings,
  setAlertNight,
  setAlertPace,
} from "@/lib/contract/console/alert-settings";
import { ownTimeZone } from "@/lib/format/format-time";
import { TopicChecks } from "./topic-checks";

/** Quiet hours of everyone, and what is mailed in them, too. */
export function NightDialog({ onClose }: { onClose: () => void }) {
  const settings = useQuery(read(getAlertSettings, {}));
  const footer = (
    <Button data-first-focus onClick={onClose}>
      Close
    </Button>
  );
  return (
    <Dialog title="Night" wide onClose={onClose} footer={footer}>
      <p className="mb-1 text-ink-2">For everyone. Alerts wait until the end and are sent if still open.</p>
      <SettingList>
        <ReadRows title="Quiet hours" query={settings}>
          {({ pace, rules }) => (
            <>
              <QuietRows pace={pace} />
              {pace.is_quiet && <NightTopics rules={rules} />}
            </>
          )}
        </ReadRows>
      </SettingList>
    </Dialog>
  );
}

export function QuietRows({ pace: { is_quiet, from, to, zone, has_weekends } }: { pace: AlertPace }) {
  const set = useOwnSend(setAlertPace, "Change quiet hours");
  return (
    <>
      <SettingRow title="Quiet hours" note={is_quiet ? "On." : "Off. Alerts are mailed at any time."}>
        <Switch
          aria-label="Quiet hours"
          checked={is_quiet}
          isSending={set.isPending}
          // Hours that were never chosen are in the admin's own zone.
          onChange={(isOn) =>
            set.mutate(isOn && zone === "UTC" ? { is_quiet: isOn, zone: ownTimeZone() } : { is_quiet: isOn })
          }
        />
      </SettingRow>
      {is_quiet && (
        <>
          <SettingRow title="Hours" note={`From ${from} to ${to}.`} isWide>
            <TimeInput label="Quiet from" value={from} onChange={(next) => set.mutate({ from: next })} />
            <span className="text-ink-3">to</span>
            <TimeInput label="Quiet to" value={to} onChange={(next) => set.mutate({ to: next })} />
          </SettingRow>
          <SettingRow title="Time zone" note={zone} isWide>
            <div className="w-[200px] max-narrow:w-full">
              <Combobox
                aria-label="Time zone"
                options={zoneChoices(zone)}
                value={zone}
                placeholder="City"
                onChange={(next) => next !== "" && set.mutate({ zone: next })}
              />
            </div>
          </SettingRow>
          <SettingRow title="Weekends" note={has_weekends ? "Quiet all day." : "As on other days."}>
            <Switch
              aria-label="Quiet on weekends"
              checked={has_weekends}
              isSending={set.isPending}
              onChange={(isOn) => set.mutate({ has_weekends: isOn })}
            />
          </SettingRow>
        </>
      )}
    </>
  );
}

type TimeInputProps = { label: string; value: string; onChange: (value: string) => void };

/** Saves on leaving the field. An incomplete time goes back to the stored one. */
function TimeInput({ label, value, onChange }: TimeInputProps) {
  return (
    <Input
      key={value}
      type="time"
      aria-label={label}
      className="w-[112px] max-narrow:w-[136px]"
      defaultValue={value}
      onBlur={({ target }) => {
        if (target.value === "") target.value = value;
        else if (target.value !== value) onChange(target.value);
      }}
    />
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
    <SettingRow
      title="Also at night"
      note={
        <>
          Unless a person chooses otherwise.
          <div className="mt-2 text-ink">
            <TopicChecks
              label="Also at night"
              stateOf={stateOf}
              isSending={set.isPending}
              onChange={(topic, is_on) => set.mutate({ topic, is_on })}
            />
          </div>
        </>
      }
    />
  );
}
