import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { SetupScreen } from "@/components/sign-in/setup-screen";
import { handle } from "@/lib/server/server-context";

export const metadata: Metadata = { title: "Set up" };

type SetupPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SetupPage({ searchParams }: SetupPageProps) {
  const { token } = await searchParams;
  if (!(await handle().isSetupOpen())) notFound();
  return <SetupScreen token={typeof token === "string" ? token : ""} />;
}
