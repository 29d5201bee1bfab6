"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query/query-view";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { Section, sectionsClass } from "@/components/ui/page/section";
import { PageButton } from "@/components/ui/page/setting-row";
import { read } from "@/lib/client/query";
import { type AlertRule, getAlertSettings } from "@/lib/contract/console/alert-settings";
import { SettingRow } from "../setting-row";
import { PaceSection } from "./alerts-pace";
import { RecipientsSection } from "./alerts-recipients";
import { SentSection } from "./alerts-sent";

/** Alert rules, recipients, quiet hours and sent alerts. */
export function AlertsScreen() {
  const settings = useQuery(read(getAlertSettings, {}));
  return (
    <SettingsFrame>
      <QueryView query={settings} label="the alert settings" level={2}>
        {({ value }) => (
          <>
            <div className={sectionsClass({ columns: "besideFromDesk", hasTables: true })}>
              <RulesSection rules={value.rules} />
              <div>
                <RecipientsSection settings={value} />
                <PaceSection settings={value} />
              </div>
            </div>
            <div className={sectionsClass()}>
              <SentSection />
            </div>
          </>
        )}
      </QueryView>
    </SettingsFrame>
  );
}

/** "22 rules, 2 of them off. 2 of them pause campaigns." */
function rulesMessage(rules: readonly AlertRule[]) {
  const off = rules.filter(({ is_on }) => !is_on).length;
  const pausing = rules.filter(({ pause }) => pause?.is_on).length;
  const state = off === 0 ? "all on" : `${off} of them off`;
  return `${rules.length} rules, ${state}.${pausing > 0 ? ` ${pausing} of them pause campaigns.` : ""}`;
}

const RulesSection = ({ rules }: { rules: readonly AlertRule[] }) => (
  <Section title="Rules">
    <SettingRow title="Rules" note={rulesMessage(rules)}>
      <PageButton href="/settings/alerts/rules">Edit…</PageButton>
    </SettingRow>
  </Section>
);
