import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { CredentialsScreen } from "@/components/credentials/credentials-screen";
import { firstCredentials, getCredential, listCredentials } from "@/lib/contract/api/credentials";

export const metadata: Metadata = { title: "Server credentials" };

export default async function CredentialsPage({ searchParams }: PageProps<"/credentials">) {
  const { credential } = await searchParams;
  const opened = typeof credential === "string" ? [start(getCredential, { credential_id: credential })] : [];
  return (
    <ConsolePage needs={listCredentials} reads={[start(listCredentials, firstCredentials), ...opened]}>
      <CredentialsScreen />
    </ConsolePage>
  );
}
