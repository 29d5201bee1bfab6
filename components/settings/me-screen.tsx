"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "@/components/query/use-me";
import { usePreferences } from "@/components/query/use-preferences";
import { ShowNumbersButton } from "@/components/send/show-numbers";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { Switch } from "@/components/ui/fields/switch";
import { SettingList, SettingRow, SettingsColumn } from "@/components/ui/page/setting-row";
import { read } from "@/lib/client/query";
import { getSso, type SsoFault } from "@/lib/contract/console/people/sso";
import { SecondFactorRow } from "./account/second-factor-row";
import { SessionsRow } from "./account/sessions-row";
import { SsoRow } from "./account/sso-row";
import { SettingsFrame } from "./settings-frame";

const OwnNameDialog = deferred(async () => (await import("@/components/send/name-dialog")).OwnNameDialog);
const PasswordDialog = deferred(async () => (await import("./account/password-dialog")).PasswordDialog);

/** How the user signs in, and their preferences. */
export function MeScreen({ ssoFault }: { ssoFault?: SsoFault | undefined }) {
  const { name, email, hides_numbers } = useMe();
  const hasPassword = useQuery(read(getSso, {})).data?.value.has_password !== false;
  return (
    <SettingsFrame>
      <SettingsColumn>
        <SettingList>
          <NameRow name={name} />
          <SettingRow title="Email" note={`${email}. It identifies you and cannot be changed.`} />
          <PasswordRow hasPassword={hasPassword} />
          {hasPassword && <SecondFactorRow />}
          <SsoRow fault={ssoFault} />
          <SessionsRow />
          <LetterKeysRow />
          {hides_numbers && (
            <SettingRow
              title="Phone numbers"
              note="Hidden from your role. You can show them for 15 minutes with a reason."
            >
              <ShowNumbersButton />
            </SettingRow>
          )}
        </SettingList>
      </SettingsColumn>
    </SettingsFrame>
  );
}

function NameRow({ name }: { name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <SettingRow title="Name" note={`${name}. Shown to your team and in the audit log.`}>
        <Button aria-haspopup="dialog" load={OwnNameDialog.load} onClick={() => setIsOpen(true)}>
          Change…
        </Button>
      </SettingRow>
      {isOpen && <OwnNameDialog name={name} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function PasswordRow({ hasPassword }: { hasPassword: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const provider = useQuery(read(getSso, {})).data?.value.provider ?? "single sign-on";
  if (!hasPassword)
    return (
      <SettingRow
        title="Password"
        note={`You have none. You sign in with ${provider}, which also asks for a second factor if your team wants one.`}
      />
    );
  return (
    <>
      <SettingRow title="Password" note="Set. Changing it signs you out everywhere else.">
        <Button aria-haspopup="dialog" load={PasswordDialog.load} onClick={() => setIsOpen(true)}>
          Change…
        </Button>
      </SettingRow>
      {isOpen && <PasswordDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Applies at once and in every browser of the user. */
function LetterKeysRow() {
  const { preferences, choose } = usePreferences();
  const { letter_keys } = preferences;
  return (
    <SettingRow
      title="Single-letter keys"
      note={
        letter_keys ? "On: J, K, G, R and others. Press ? to see them." : "Off. Ctrl K, arrows and Esc always work."
      }
    >
      <Switch
        aria-label="Single-letter keys"
        checked={letter_keys}
        onChange={(isOn) => choose({ letter_keys: isOn })}
      />
    </SettingRow>
  );
}
