import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { SetupScreen } from "@/components/sign-in/setup-screen";
import { serverContext } from "@/lib/server/server-context";

export const metadata: Metadata = { title: "Set up" };

type SetupPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SetupPage({ searchParams }: SetupPageProps) {
  const { token } = await searchParams;
  if (!(await serverContext().isSetupOpen())) notFound();
  return <SetupScreen token={typeof token === "string" ? token : ""} />;
}
