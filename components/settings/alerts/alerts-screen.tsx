"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ReadRow, ReadRows } from "@/components/query/read-row";
import { useMe } from "@/components/query/use-me";
import { useOwnSend } from "@/components/send/use-send-fault";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { Select } from "@/components/ui/fields/input";
import { Switch } from "@/components/ui/fields/switch";
import { PageButton, SettingGroup, SettingRow, SettingsColumn } from "@/components/ui/page/setting-row";
import { read } from "@/lib/client/query";
import {
  type AlertRule,
  type AlertSettings,
  getAlertSettings,
  listAlertMessages,
  setAlertPace,
} from "@/lib/contract/console/alert-settings";
import { countOf, formatCount } from "@/lib/format/format-count";
import { SettingsFrame } from "../settings-frame";
import { OwnAlertsGroup } from "./own-alerts-group";
import { LastSent, TestButton } from "./recipient-test";

const NightDialog = deferred(async () => (await import("./night-dialog")).NightDialog);

/** The alerts of this person, and for an admin those of everyone. */
export function AlertsScreen() {
  const [isNightOpen, setIsNightOpen] = useState(false);
  const isAdmin = useMe().role === "admin";
  const change = (
    <Button aria-haspopup="dialog" load={NightDialog.load} onClick={() => setIsNightOpen(true)}>
      Change…
    </Button>
  );
  return (
    <SettingsFrame>
      <SettingsColumn>
        <OwnAlertsGroup nightControl={isAdmin && change} />
        {isAdmin && <ForEveryone />}
      </SettingsColumn>
      {isNightOpen && <NightDialog onClose={() => setIsNightOpen(false)} />}
    </SettingsFrame>
  );
}

function ForEveryone() {
  const settings = useQuery(read(getAlertSettings, {}));
  const sent = useQuery(read(listAlertMessages, { limit: 1 }));
  return (
    <SettingGroup title="For everyone">
      <ReadRow title="Rules" query={settings} note={({ rules }) => rulesMessage(rules)}>
        {() => <PageButton href="/settings/alerts/rules">Edit…</PageButton>}
      </ReadRow>
      <ReadRow title="Also send to" query={settings} note={recipientsMessage}>
        {() => <PageButton href="/settings/alerts/recipients">Edit…</PageButton>}
      </ReadRow>
      <ReadRow title="Mail server" query={settings} note={(value) => <MailNote {...value} />}>
        {({ mail }) => mail && <TestButton id="mail" name="Email" />}
      </ReadRow>
      <ReadRow title="Sent alerts" query={sent} note={({ total, failed }) => sentMessage(total, failed)}>
        {() => <PageButton href="/settings/alerts/sent">Open…</PageButton>}
      </ReadRow>
      <ReadRows title="How often" query={settings}>
        {({ pace }) => <PaceRows pace={pace} />}
      </ReadRows>
    </SettingGroup>
  );
}

/** "22 rules, 1 of them off. 2 of them pause campaigns." */
export function rulesMessage(rules: readonly Pick<AlertRule, "is_on" | "pause">[]) {
  const off = rules.filter(({ is_on }) => !is_on).length;
  const pausing = rules.filter(({ pause }) => pause?.is_on).length;
  const state = off === 0 ? "all on" : `${formatCount(off)} of them off`;
  const pauses =
    pausing === 0 ? "" : ` ${formatCount(pausing)} of them ${pausing === 1 ? "pauses" : "pause"} campaigns.`;
  return `${countOf(rules.length, "rule")}, ${state}.${pauses}`;
}

const recipientsMessage = ({ recipients }: AlertSettings) =>
  recipients.length === 0
    ? "Nobody besides the people of your team."
    : `${recipients.map(({ name }) => name).join(", ")}.`;

function MailNote({ mail, is_demo }: AlertSettings) {
  if (!mail) return "None. Set SMTP_URL and SMTP_FROM where Switchboard starts.";
  return (
    <>
      To {countOf(mail.people, "person", "people")} of your team, from {mail.from}. <LastSent last={mail.last} />
      {is_demo && " Alerts of the demo platform are not mailed."}
    </>
  );
}

const sentMessage = (total: number, failed: number) =>
  total === 0
    ? "None yet."
    : `${countOf(total, "message")} in 400 days, ${failed === 0 ? "none" : formatCount(failed)} failed.`;

const digestChoices = [1, 5, 15, 60];

function PaceRows({ pace: { digest_minutes, notifies_recovery } }: Pick<AlertSettings, "pace">) {
  const set = useOwnSend(setAlertPace, "Change how alerts are sent");
  const choices = [...new Set([...digestChoices, digest_minutes])].toSorted((a, b) => a - b);
  return (
    <>
      <SettingRow
        title="How often"
        note={`At most one message every ${digest_minutes} min to each. Further alerts are combined.`}
      >
        <Select
          className="w-[112px] max-narrow:h-10"
          aria-label="At most one message every"
          value={digest_minutes}
          isSending={set.isPending}
          onChange={({ target }) => set.mutate({ digest_minutes: Number(target.value) })}
        >
          {choices.map((minutes) => (
            <option key={minutes} value={minutes}>
              {minutes} min
            </option>
          ))}
        </Select>
      </SettingRow>
      <SettingRow title="When resolved" note={notifies_recovery ? "A message says so." : "No message says so."}>
        <Switch
          aria-label="Notify when resolved"
          checked={notifies_recovery}
          isSending={set.isPending}
          onChange={(isOn) => set.mutate({ notifies_recovery: isOn })}
        />
      </SettingRow>
    </>
  );
}
