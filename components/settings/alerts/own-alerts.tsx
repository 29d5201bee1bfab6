import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/components/query/query-view";
import { usePreferences } from "@/components/query/use-preferences";
import { useMounted } from "@/components/ui/browser/use-mounted";
import { Button } from "@/components/ui/buttons/button";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { Section } from "@/components/ui/page/section";
import { tableClass } from "@/components/ui/page/table-class";
import { beginNotes } from "@/lib/client/alert-notes";
import { read } from "@/lib/client/query";
import type { AlertTopic } from "@/lib/contract/console/alert-rule-ids";
import { ruleKinds } from "@/lib/contract/console/alert-rules";
import { listOwnAlerts, type OwnAlertRule } from "@/lib/contract/console/alert-settings";

import { TopicChecks } from "./topic-checks";

const channels = ["email", "browser"] as const;
const labels = { email: "Email", browser: "Browser" };

/** Which alerts this person gets, by rule and channel. Without a choice, the rule's audience decides. */
export function OwnAlerts() {
  const own = useQuery(read(listOwnAlerts, {}));
  return (
    <Section
      title="My alerts"
      note="Also listed on the Overview, whatever you choose"
      more={<BrowserPermission />}
      flush
    >
      <QueryView query={own} label="your alerts" level={2}>
        {({ value: { data, mail, is_demo } }) => (
          <>
            <p className="px-(--gutter) pb-2.5 text-sm/[17px] text-ink-3">
              {mail && is_demo
                ? "The demo platform sends no alerts by email. Browser notifications show while a tab is open."
                : mail
                  ? `Email goes to ${mail}. Browser notifications show while a tab is open.`
                  : "No mail server is set up. Browser notifications show while a tab is open."}
            </p>
            <table className={`max-w-[640px] ${tableClass({ density: "compact" })}`}>
              <caption className="sr-only">My alerts</caption>
              <thead>
                <tr>
                  <th scope="col">When</th>
                  {channels.map((channel) => (
                    <th key={channel} scope="col" className="w-[92px]">
                      {labels[channel]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.map((rule) => (
                  <RuleRow key={rule.rule} rule={rule} hasMail={mail !== null} />
                ))}
              </tbody>
            </table>
            {mail !== null && <OwnNight rules={data} />}
          </>
        )}
      </QueryView>
    </Section>
  );
}

/** Topics that are mailed in quiet hours, too. Without a choice, the setting for everyone decides. */
function OwnNight({ rules }: { rules: readonly OwnAlertRule[] }) {
  const { preferences, choose } = usePreferences();
  const ofTopic = (topic: AlertTopic) => rules.filter(({ rule }) => ruleKinds[rule].topic === topic);
  const usualOf = (topic: AlertTopic) => {
    const always = ofTopic(topic).filter(({ is_always }) => is_always).length;
    return always === 0 ? false : always === ofTopic(topic).length || "some";
  };
  return (
    <div className="px-(--gutter) pt-4">
      <h3 className="font-[550]">Also at night</h3>
      <p className="mb-2 text-sm/[17px] text-ink-3">Mailed in quiet hours, too.</p>
      <TopicChecks
        label="Also at night"
        stateOf={(topic) => preferences.night[topic] ?? usualOf(topic)}
        isDisabled={(topic) => ofTopic(topic).length === 0}
        onChange={(topic, isOn) => choose({ night: { [topic]: isOn } })}
      />
    </div>
  );
}

function RuleRow({ rule: { rule, is_on, is_usual }, hasMail }: { rule: OwnAlertRule; hasMail: boolean }) {
  const { preferences, choose } = usePreferences();
  const { title } = ruleKinds[rule];
  return (
    <tr className="max-narrow:grid-cols-[minmax(0,1fr)_92px_92px]">
      <th scope="row" className="whitespace-normal">
        {title}
        {!is_on && <span className="text-ink-3">, off for everyone</span>}
      </th>
      {channels.map((channel) => (
        <td key={channel}>
          <Checkbox
            aria-label={`${labels[channel]}: ${title}`}
            checked={preferences.alerts[rule]?.[channel] ?? is_usual}
            disabled={!is_on || (channel === "email" && !hasMail)}
            onChange={({ target }) => choose({ alerts: { [rule]: { [channel]: target.checked } } })}
          >
            <span className="narrow:hidden">{labels[channel]}</span>
          </Checkbox>
        </td>
      ))}
    </tr>
  );
}

const messages: Partial<Record<NotificationPermission | "none", string>> = {
  denied: "Notifications are blocked in the browser's settings",
  none: "Notifications are not available in this browser",
};

/** The permission is stored in the browser only. Insecure pages have no notifications. */
function BrowserPermission() {
  const isMounted = useMounted();
  const [answer, setAnswer] = useState<NotificationPermission>();
  const permission = answer ?? (isMounted && typeof Notification !== "undefined" ? Notification.permission : "none");
  const ask = async () => {
    setAnswer(await Notification.requestPermission());
    await beginNotes();
  };
  if (permission !== "default") return messages[permission];
  return (
    <Button size="small" icon="bell" onClick={() => void ask()}>
      Allow notifications
    </Button>
  );
}
