"use client";

import { SettingList, SettingsColumn } from "@/components/ui/page/setting-row";
import { SecondFactorRule } from "./second-factor-rule";
import { SsoRule } from "./sso-rule";
import { TeamFrame } from "./team-frame";

/** How everybody signs in. */
export function SignOnScreen() {
  return (
    <TeamFrame>
      <SettingsColumn>
        <SettingList>
          <SecondFactorRule />
          <SsoRule />
        </SettingList>
      </SettingsColumn>
    </TeamFrame>
  );
}
