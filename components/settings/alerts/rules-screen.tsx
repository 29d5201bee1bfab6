"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query/query-view";
import { useOwnSend } from "@/components/send/use-send-fault";
import { deferred } from "@/components/ui/browser/deferred";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Select } from "@/components/ui/fields/input";
import { PageHead } from "@/components/ui/page/page-head";
import { SettingGroup, SettingsColumn } from "@/components/ui/page/setting-row";
import { read } from "@/lib/client/query";
import { type AlertTopic, type Audience, alertTopics, audiences } from "@/lib/contract/console/alert-rule-ids";
import { ruleKinds, topics } from "@/lib/contract/console/alert-rules";
import { type AlertRule, getAlertSettings, setAlertAudience } from "@/lib/contract/console/alert-settings";
import { AllHoursRow } from "./all-hours-row";
import { RuleRow } from "./rule-row";

const PauseDialog = deferred(async () => (await import("./pause-dialog")).PauseDialog);

/** Alert rules in four groups: what counts as a problem, who is notified, and what pauses campaigns. `?ask=` opens a pause. */
export function RulesScreen() {
  const settings = useQuery(read(getAlertSettings, {}));
  const url = useUrlState();
  const asked = settings.data?.value.rules.find(({ rule, pause }) => pause && rule === url.get("ask"))?.pause;
  return (
    <>
      <PageHead
        title="Alert rules"
        crumbs={[
          { href: "/settings", label: "Settings" },
          { href: "/settings/alerts", label: "Alerts" },
        ]}
      >
        What counts as a problem, and which roles are notified. Each person can choose otherwise.
      </PageHead>
      <SettingsColumn>
        <QueryView query={settings} label="the alert rules" level={2}>
          {({ value }) =>
            alertTopics.map((topic) => (
              <Group
                key={topic}
                topic={topic}
                rules={value.rules.filter(({ rule }) => ruleKinds[rule].topic === topic)}
              />
            ))
          }
        </QueryView>
      </SettingsColumn>
      {asked && <PauseDialog pause={asked} onClose={() => url.set({ ask: undefined }, { replaces: true })} />}
    </>
  );
}

function Group({ topic, rules }: { topic: AlertTopic; rules: readonly AlertRule[] }) {
  return (
    <SettingGroup title={topics[topic].title} more={<Notify topic={topic} rules={rules} />}>
      {rules.map((rule) => (
        <RuleRow key={rule.rule} rule={rule} pauseDialog={PauseDialog.load} />
      ))}
      {topic === "campaigns" && <AllHoursRow />}
    </SettingGroup>
  );
}

const audienceLabels: Record<Audience, string> = {
  everyone: "everyone",
  admins: "admins",
  admins_and_support: "admins and support",
  campaign_managers: "campaign managers",
  support: "support",
  nobody: "nobody, list only",
};

/** Who is notified, for all rules of a group. Rules can differ until somebody chooses here. */
function Notify({ topic, rules }: { topic: AlertTopic; rules: readonly AlertRule[] }) {
  const set = useOwnSend(setAlertAudience, "Change", topics[topic].title);
  const [first, ...others] = new Set(rules.map(({ audience }) => audience));
  const isMixed = others.length > 0;
  return (
    <Select
      size="small"
      aria-label={`Notify: ${topics[topic].title}`}
      value={isMixed ? "" : first}
      isSending={set.isPending}
      onChange={(event) => set.mutate({ topic, audience: event.target.value as Audience })}
    >
      {isMixed && (
        <option value="" disabled>
          Who is notified differs by rule
        </option>
      )}
      {audiences.map((audience) => (
        <option key={audience} value={audience}>
          Notify {audienceLabels[audience]}
        </option>
      ))}
    </Select>
  );
}
