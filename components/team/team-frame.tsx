import type { ReactNode } from "react";
import { PageHead } from "@/components/ui/page/page-head";
import { PageTabs } from "@/components/ui/page/page-tabs";

const tabs = [
  { href: "/team", label: "People" },
  { href: "/team/tokens", label: "Tokens" },
  { href: "/team/sign-on", label: "Sign-on" },
] as const;

/** Header and tabs of the team's pages. */
export function TeamFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <>
      <PageHead title="Team and roles" actions={actions}>
        Who can use this Switchboard, and for what. There is always at least one admin.
      </PageHead>
      <PageTabs label="Parts of the team" tabs={tabs} />
      {children}
    </>
  );
}
