import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { Reader } from "@/lib/contract/console/context";
import { serverContext } from "@/lib/server/server-context";

/** The signed-in person, cached per request. Redirects to setup or sign-in if there is none. */
export const requirePerson = cache(async (): Promise<Reader> => {
  const requestHeaders = await headers();
  const person = await serverContext().personOf(requestHeaders.get("cookie") ?? undefined);
  if (person) return person;
  if (await serverContext().isSetupOpen()) redirect("/setup");
  redirect(`/sign-in?return=${encodeURIComponent(requestHeaders.get("x-switchboard-path") ?? "/")}`);
});
