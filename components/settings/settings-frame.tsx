import type { ReactNode } from "react";
import { useMe } from "@/components/query/use-me";
import { PageHead } from "@/components/ui/page/page-head";
import { PageTabs } from "@/components/ui/page/page-tabs";

const ownTabs = [
  { href: "/settings", label: "Me" },
  { href: "/settings/alerts", label: "Alerts" },
] as const;

const adminTabs = [
  ownTabs[0],
  { href: "/settings/platform", label: "Platform" },
  ownTabs[1],
  { href: "/settings/data", label: "Data" },
] as const;

/** Header and tabs of the settings. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const { role } = useMe();
  return (
    <>
      <PageHead title="Settings" />
      <PageTabs label="Parts of settings" tabs={role === "admin" ? adminTabs : ownTabs} />
      {children}
    </>
  );
}

type SettingsPageProps = {
  title: string;
  under: { href: string; label: string };
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** A page that a row of the settings opens. */
export function SettingsPage({ title, under, note, actions, children }: SettingsPageProps) {
  return (
    <>
      <PageHead title={title} crumbs={[{ href: "/settings", label: "Settings" }, under]} actions={actions}>
        {note}
      </PageHead>
      {children}
    </>
  );
}
