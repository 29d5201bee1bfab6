import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { returnPath } from "@/components/sign-in/return-path";
import { SignInScreen } from "@/components/sign-in/sign-in-screen";
import { serverContext } from "@/lib/server/server-context";

export const metadata: Metadata = { title: "Sign in" };

type SignInPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { return: returnTo, ended, dropped, sso: fault } = await searchParams;
  const to = returnPath(typeof returnTo === "string" ? returnTo : undefined);
  if (await serverContext().personOf((await headers()).get("cookie") ?? undefined)) redirect(to);
  if (await serverContext().isSetupOpen()) redirect("/setup");
  const { sendsMail, sso, isSsoOnly, openSsoFault } = serverContext();
  return (
    <SignInScreen
      {...{ to, sendsMail }}
      sso={sso && { ...sso, isOnly: await isSsoOnly() }}
      hasEnded={ended === "1"}
      isDropped={dropped === "1"}
      ssoFault={typeof fault === "string" ? openSsoFault(fault) : undefined}
    />
  );
}
