import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { MeScreen } from "@/components/settings/me-screen";
import { getMe } from "@/lib/contract/console/people/me";
import { getSecondFactor } from "@/lib/contract/console/people/second-factor";
import { getSso } from "@/lib/contract/console/people/sso";
import { serverContext } from "@/lib/server/server-context";

export const metadata: Metadata = { title: "Settings" };

type SettingsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SettingsPage({ searchParams }: SettingsPageProps) {
  const { sso: fault } = await searchParams;
  return (
    <ConsolePage needs={getMe} reads={[start(getSecondFactor, {}), start(getSso, {})]}>
      <MeScreen ssoFault={typeof fault === "string" ? serverContext().openSsoFault(fault) : undefined} />
    </ConsolePage>
  );
}
