"use client";

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
import { OwnAlerts } from "./alerts/own-alerts";
import { SecondFactorSection } from "./second-factor-section";
import { SessionsSection } from "./sessions-section";
import { SettingRow } from "./setting-row";
import { SettingsFrame } from "./settings-frame";

const ChangePasswordForm = lazy(() =>
  import("./change-password-form").then((form) => ({ default: form.ChangePasswordForm })),
);

/** The user's preferences, password, alerts and sessions. */
export function MeScreen() {
  return (
    <SettingsFrame>
      <div className={`${sectionsClass({ columns: "own" })} grid-cols-2 max-narrow:grid-cols-1`}>
        <ChoicesSection />
        <PasswordSection />
      </div>
      <div className={sectionsClass()}>
        <SecondFactorSection />
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
