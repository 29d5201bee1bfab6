"use client";

import { lazy, type ReactNode, Suspense } from "react";
import { noChoice } from "@/components/data-table/table-view";
import { usePreferences } from "@/components/query/use-preferences";
import { Button } from "@/components/ui/buttons/button";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { Switch } from "@/components/ui/fields/switch";
import { useToast } from "@/components/ui/overlay/toast";
import { Section, sectionsClass } from "@/components/ui/page/section";
import { Skeleton } from "@/components/ui/page/skeleton";
import { zoneOptions } from "@/components/ui/time/zone";
import type { Preferences } from "@/lib/contract/console/me";
import { SessionsSection } from "./sessions-section";
import { SettingsFrame } from "./settings-frame";

const ChangePasswordForm = lazy(() =>
  import("./change-password-form").then((form) => ({ default: form.ChangePasswordForm })),
);

/** The user's preferences, password and sessions. */
export function MeScreen() {
  return (
    <SettingsFrame>
      <div className={`${sectionsClass({ columns: "own" })} grid-cols-2 max-narrow:grid-cols-1`}>
        <ChoicesSection />
        <PasswordSection />
      </div>
      <div className={sectionsClass()}>
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
  const { preferences, choose } = usePreferences();
  const { theme, zone, density, letter_keys } = preferences;
  return (
    <Section title="My preferences" note="Saved with your account">
      <div className="grid">
        <Choice name="Theme">
          <SegmentedControl
            label="Theme"
            options={themes}
            value={theme}
            onChange={(value) => choose({ theme: value })}
          />
        </Choice>
        <Choice name="Times" note="A shared link may use another zone.">
          <SegmentedControl
            label="Times"
            options={zoneOptions}
            value={zone}
            onChange={(value) => choose({ zone: value })}
          />
        </Choice>
        <Choice name="Table rows" note="A table's own Compact button overrides this.">
          <SegmentedControl
            label="Table rows"
            options={densities}
            value={density}
            onChange={(value) => choose({ density: value })}
          />
        </Choice>
        <Choice name="Single-letter keys" note="J, K, G, R and others. Ctrl K, arrows and Esc always work.">
          <Switch
            aria-label="Single-letter keys"
            checked={letter_keys}
            onChange={(isOn) => choose({ letter_keys: isOn })}
          >
            {letter_keys ? "On" : "Off"}
          </Switch>
        </Choice>
        <SavedColumns columns={preferences.columns} onReset={(columns) => choose({ columns })} />
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
            onChanged={() => toast({ title: "Password changed", body: "Your other sessions have ended." })}
          />
        </Suspense>
      </div>
    </Section>
  );
}

type SavedColumnsProps = { columns: Preferences["columns"]; onReset: (columns: Preferences["columns"]) => void };

function SavedColumns({ columns, onReset }: SavedColumnsProps) {
  const names = Object.keys(columns).filter((name) => columns[name]?.order.length);
  const note = names.length > 0 ? `Changed: ${names.sort().join(", ")}.` : "No table was changed.";
  return (
    <Choice name="Saved columns" note={note}>
      <Button
        size="small"
        icon="undo"
        disabled={names.length === 0}
        onClick={() => onReset(Object.fromEntries(names.map((name) => [name, noChoice])))}
      >
        Reset {names.length > 0 && (names.length === 1 ? "1 table" : `${names.length} tables`)}
      </Button>
    </Choice>
  );
}

function Choice({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 items-center justify-between gap-4 border-t border-rule py-[7px] first:border-t-0 [&>:last-child]:flex-none">
      <div>
        <b className="font-[550]">{name}</b>
        {note && <p className="text-sm/[17px] text-ink-3">{note}</p>}
      </div>
      {children}
    </div>
  );
}
