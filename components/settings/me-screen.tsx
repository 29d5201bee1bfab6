"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useMe } from "@/components/query/use-me";
import { usePreferences } from "@/components/query/use-preferences";
import { ShowNumbersButton } from "@/components/send/show-numbers";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { Switch } from "@/components/ui/fields/switch";
import { useToast } from "@/components/ui/overlay/toast";
import { Section, sectionsClass } from "@/components/ui/page/section";
import { Skeleton } from "@/components/ui/page/skeleton";
import { zoneOptions } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import { getSso, type SsoFault } from "@/lib/contract/console/people/sso";
import { SecondFactorSection } from "./account/second-factor-section";
import { SessionsSection } from "./account/sessions-section";
import { SsoSection } from "./account/sso-section";
import { OwnAlerts } from "./alerts/own-alerts";
import { SettingRow } from "./setting-row";
import { SettingsFrame } from "./settings-frame";

const ChangePasswordForm = lazy(() =>
  import("./account/change-password-form").then((form) => ({ default: form.ChangePasswordForm })),
);

/** The user's preferences, password, alerts and sessions. */
export function MeScreen({ ssoFault }: { ssoFault?: SsoFault | undefined }) {
  const sso = useQuery(read(getSso, {})).data?.value;
  const hasPassword = sso?.has_password !== false;
  return (
    <SettingsFrame>
      <div className={`${sectionsClass({ columns: "own" })} grid-cols-2 max-narrow:grid-cols-1`}>
        <ChoicesSection />
        {hasPassword ? <PasswordSection /> : <NoPasswordSection provider={sso?.provider ?? "single sign-on"} />}
      </div>
      <div className={sectionsClass()}>
        {(sso?.provider || ssoFault) && <SsoSection fault={ssoFault} />}
        {hasPassword && <SecondFactorSection />}
        <OwnAlerts />
        <SessionsSection />
      </div>
    </SettingsFrame>
  );
}

const themes = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

const densities = [
  { value: "regular", label: "Regular" },
  { value: "compact", label: "Compact" },
] as const;

/** Preferences. Each applies at once and in every browser of the user. */
function ChoicesSection() {
  const { hides_numbers } = useMe();
  const { preferences, choose } = usePreferences();
  const { theme, zone, density, letter_keys } = preferences;
  return (
    <Section title="My preferences" note="Saved with your account">
      <div className="grid">
        <SettingRow title="Theme">
          <SegmentedControl
            label="Theme"
            options={themes}
            value={theme}
            onChange={(value) => choose({ theme: value })}
          />
        </SettingRow>
        <SettingRow title="Times" note="A shared link may use another zone.">
          <SegmentedControl
            label="Times"
            options={zoneOptions}
            value={zone}
            onChange={(value) => choose({ zone: value })}
          />
        </SettingRow>
        {hides_numbers && (
          <SettingRow title="Phone numbers" note="Hidden from your role">
            <ShowNumbersButton />
          </SettingRow>
        )}
        <SettingRow title="Table rows" note="A table's own Compact button overrides this.">
          <SegmentedControl
            label="Table rows"
            options={densities}
            value={density}
            onChange={(value) => choose({ density: value })}
          />
        </SettingRow>
        <SettingRow title="Single-letter keys" note="J, K, G, R and others. Ctrl K, arrows and Esc always work.">
          <Switch
            aria-label="Single-letter keys"
            checked={letter_keys}
            onChange={(isOn) => choose({ letter_keys: isOn })}
          >
            {letter_keys ? "On" : "Off"}
          </Switch>
        </SettingRow>
      </div>
    </Section>
  );
}

const NoPasswordSection = ({ provider }: { provider: string }) => (
  <Section title="Password">
    <p className="text-ink-2">
      You have none. You sign in with {provider}, which also asks for a second factor if your team wants one.
    </p>
  </Section>
);

function PasswordSection() {
  const toast = useToast();
  return (
    <Section title="Password" className="[&_form]:p-0">
      {/* Height of the form, to avoid layout shift while it loads. */}
      <div className="min-h-[216px]">
        <Suspense fallback={<Skeleton />}>
          <ChangePasswordForm
            onChanged={() => toast({ title: "Password changed", body: "You are signed out everywhere else." })}
          />
        </Suspense>
      </div>
    </Section>
  );
}
