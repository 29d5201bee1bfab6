import { limitText, scopeText } from "@/components/preflight/hours-text";
import { PausesInForce } from "@/components/preflight/pauses-in-force";
import { useOwnSend } from "@/components/send/use-send-fault";
import type { Load } from "@/components/ui/browser/on-intent";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { TextLink } from "@/components/ui/buttons/link";
import { Select } from "@/components/ui/fields/input";
import { Switch } from "@/components/ui/fields/switch";
import { SettingRow } from "@/components/ui/page/setting-row";
import { TimeText } from "@/components/ui/time/time-text";
import { ruleKinds } from "@/lib/contract/console/alert-rules";
import { type AlertRule, setAlertRule } from "@/lib/contract/console/alert-settings";
import type { RulePause } from "@/lib/contract/console/automation/pauses";
import { countOf } from "@/lib/format/format-count";

type RuleRowProps = { rule: AlertRule; pauseDialog: Load };

export function RuleRow({ rule, pauseDialog }: RuleRowProps) {
  const { title, description, limits } = ruleKinds[rule.rule];
  const set = useOwnSend(setAlertRule, "Change", title);
  const note = (
    <>
      {description}. <RuleNow rule={rule} />
    </>
  );
  return (
    <>
      <SettingRow title={title} note={note}>
        {limits.length > 0 && (
          <Select
            className="max-narrow:h-10"
            aria-label={`Limit: ${title}`}
            value={rule.limit ?? ""}
            isSending={set.isPending}
            onChange={(event) => set.mutate({ rule: rule.rule, limit: event.target.value })}
          >
            {limits.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
        <Switch
          aria-label={title}
          checked={rule.is_on}
          isSending={set.isPending}
          onChange={(is_on) => set.mutate({ rule: rule.rule, is_on })}
        />
      </SettingRow>
      {rule.pause && <PauseRow pause={rule.pause} isRuleOn={rule.is_on} title={title} load={pauseDialog} />}
    </>
  );
}

function RuleNow({ rule: { rule, is_on, open, last_at } }: { rule: AlertRule }) {
  if (!is_on) return "Off.";
  if (open > 0) return <TextLink href={`/?rule=${rule}`}>{countOf(open, "alert")} open</TextLink>;
  if (!last_at) return "No alert yet.";
  return (
    <>
      Last alert <TimeText at={last_at} variant="relative" quiet />.
    </>
  );
}

type PauseRowProps = { pause: RulePause; isRuleOn: boolean; title: string; load: Load };

/** "and pause campaigns". Turning on opens the dialog, because the rule may act at once. Turning off needs no confirmation. */
function PauseRow({ pause, isRuleOn, title, load }: PauseRowProps) {
  const url = useUrlState();
  const set = useOwnSend(setAlertRule, "Change", title);
  const { rule, is_on } = pause;
  const openDialog = () => url.set({ ask: rule }, { replaces: true });
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-8 border-b border-rule py-2 pl-5 max-narrow:gap-x-4">
      <div className="min-w-0 leading-5 wrap-anywhere">
        and pause campaigns: {is_on ? `${limitText(pause)}, ${scopeText(pause)}` : "off"}
        {is_on && !isRuleOn && ", also while its alerts are off"}
        <PausesInForce {...pause} />
      </div>
      <div className="flex items-center gap-2">
        {is_on && (
          <Button
            size="small"
            aria-haspopup="dialog"
            load={load}
            aria-label={`Change: pause campaigns, ${title}`}
            onClick={openDialog}
          >
            Change…
          </Button>
        )}
        <Switch
          aria-label={`Pause campaigns: ${title}`}
          checked={is_on}
          isSending={set.isPending}
          aria-haspopup={is_on ? undefined : "dialog"}
          onChange={(isOn) => (isOn ? openDialog() : set.mutate({ rule, pause: { is_on: false } }))}
        />
      </div>
    </li>
  );
}
