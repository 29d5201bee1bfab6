import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { ReadRows } from "@/components/query/read-row";
import { usePreferences } from "@/components/query/use-preferences";
import { useMounted } from "@/components/ui/browser/use-mounted";
import { Button } from "@/components/ui/buttons/button";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { SettingList, SettingRow } from "@/components/ui/page/setting-row";
import { beginNotes } from "@/lib/client/alert-notes";
import { read } from "@/lib/client/query";
import { type AlertTopic, alertTopics } from "@/lib/contract/console/alert-rule-ids";
import { ruleKinds, topics } from "@/lib/contract/console/alert-rules";
import { listOwnAlerts, type OwnAlertRule, type QuietHours } from "@/lib/contract/console/alert-settings";
import type { OutputOf } from "@/lib/contract/operation";
import { namedZone, zoneLabel } from "@/lib/format/format-time";

const channels = ["email", "browser"] as const;
type Channel = (typeof channels)[number];
const labels = { email: "Email", browser: "Browser", night: "Also at night" } as const;

/** The alerts that this person gets, by group and channel. Without a choice, the audience of each rule decides. */
export function OwnAlertsGroup({ nightControl }: { nightControl: ReactNode }) {
  const own = useQuery(read(listOwnAlerts, {}));
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <div className={`min-h-11 items-end border-b border-rule-2 pt-3 pb-2 ${gridClass}`}>
        <h2 id={titleId} className="text-md/5 font-semibold max-narrow:col-span-full">
          My alerts
        </h2>
        {Object.values(labels).map((label) => (
          <span key={label} aria-hidden className="text-center text-sm/5 text-ink-2 max-narrow:hidden">
            {label}
          </span>
        ))}
      </div>
      <SettingList>
        <ReadRows title="My alerts" query={own}>
          {(value) => (
            <>
              {alertTopics.map((topic) => (
                <TopicRow key={topic} topic={topic} own={value} />
              ))}
              <SettingRow title="Night" note={nightMessage(value.quiet)}>
                {nightControl}
              </SettingRow>
              <NotificationsRow own={value} />
            </>
          )}
        </ReadRows>
      </SettingList>
    </section>
  );
}

const gridClass = [
  "grid grid-cols-[minmax(0,1fr)_64px_72px_104px] gap-y-2",
  "max-narrow:grid-cols-[repeat(3,auto)_minmax(0,1fr)] max-narrow:gap-x-5",
].join(" ");

type OwnAlerts = OutputOf<typeof listOwnAlerts>;

/** "some": of the rules that are on, some are chosen. */
type GroupState = boolean | "some";

/** State of a group's box. Rules that are off for everyone do not count while others are on. */
export function groupState(rules: readonly OwnAlertRule[], isChosen: (rule: OwnAlertRule) => boolean): GroupState {
  const on = rules.filter(({ is_on }) => is_on);
  const counted = on.length > 0 ? on : rules;
  const chosen = counted.filter(isChosen).length;
  return chosen === 0 ? false : chosen === counted.length || "some";
}

function TopicRow({ topic, own: { data, mail } }: { topic: AlertTopic; own: OwnAlerts }) {
  const { preferences, choose } = usePreferences();
  const rules = data.filter(({ rule }) => ruleKinds[rule].topic === topic);
  const isOff = !rules.some(({ is_on }) => is_on);
  const chosenOn = (channel: Channel) => (rule: OwnAlertRule) =>
    preferences.alerts[rule.rule]?.[channel] ?? rule.is_default;
  return (
    <li className={`min-h-16 items-center border-b border-rule py-[11px] ${gridClass}`}>
      <span className="min-w-0 max-narrow:col-span-full">
        <b className="block leading-5 font-semibold">{topics[topic].title}</b>
        <span className="block leading-5 text-ink-2">{isOff ? "Off for everyone." : topics[topic].description}</span>
      </span>
      {channels.map((channel) => (
        <GroupBox
          key={channel}
          topic={topic}
          label={labels[channel]}
          state={groupState(rules, chosenOn(channel))}
          isDisabled={isOff || (channel === "email" && mail === null)}
          // All rules of the group, so that one that is switched on later follows.
          onChange={(isOn) =>
            choose({ alerts: Object.fromEntries(rules.map(({ rule }) => [rule, { [channel]: isOn }])) })
          }
        />
      ))}
      <GroupBox
        topic={topic}
        label={labels.night}
        state={preferences.night[topic] ?? groupState(rules, ({ is_always }) => is_always)}
        isDisabled={isOff || mail === null}
        onChange={(isOn) => choose({ night: { [topic]: isOn } })}
      />
    </li>
  );
}

type GroupBoxProps = {
  topic: AlertTopic;
  label: string;
  state: GroupState;
  isDisabled: boolean;
  onChange: (isOn: boolean) => void;
};

const GroupBox = ({ topic, label, state, isDisabled, onChange }: GroupBoxProps) => (
  <Checkbox
    className="narrow:justify-center"
    aria-label={`${topics[topic].title}, ${label}`}
    title={state === "some" ? "Some of these alerts" : undefined}
    checked={state === true}
    mixed={state === "some"}
    disabled={isDisabled}
    onChange={({ target }) => onChange(target.checked)}
  >
    <span className="narrow:hidden">{label}</span>
  </Checkbox>
);

/** "22:00 to 07:00, Berlin time, and on weekends. …" */
export function nightMessage({ is_quiet, from, to, zone, has_weekends }: QuietHours): string {
  if (!is_quiet) return "No quiet hours. Alerts are mailed at any time.";
  const city = zoneLabel(namedZone(zone));
  const hours = `${from} to ${to}, ${city === "UTC" ? "UTC" : `${city} time`}${has_weekends ? ", and on weekends" : ""}`;
  return `${hours}. Only alerts marked “Also at night” are mailed then.`;
}

const permissionMessages: Partial<Record<NotificationPermission | "none", string>> = {
  denied: "Notifications are blocked in the browser’s settings.",
  none: "Notifications are not available in this browser.",
};

/** The permission is stored in the browser only. Insecure pages have no notifications. */
function NotificationsRow({ own: { mail, is_demo } }: { own: OwnAlerts }) {
  const isMounted = useMounted();
  const [answer, setAnswer] = useState<NotificationPermission>();
  const permission = answer ?? (isMounted && typeof Notification !== "undefined" ? Notification.permission : "none");
  const ask = async () => {
    setAnswer(await Notification.requestPermission());
    await beginNotes();
  };
  const email = mail
    ? is_demo
      ? "The demo platform sends no alerts by email."
      : `Email goes to ${mail}.`
    : "No mail server is set up.";
  return (
    <SettingRow
      title="Browser notifications"
      note={`${(isMounted && permissionMessages[permission]) || "They show while a tab is open."} ${email}`}
    >
      {permission === "default" && (
        <Button icon="bell" onClick={() => void ask()}>
          Allow notifications
        </Button>
      )}
    </SettingRow>
  );
}
