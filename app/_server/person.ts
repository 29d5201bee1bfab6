import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { Reader } from "@/lib/console/console-types";
import { serverContext } from "@/lib/server/server-context";

/** Who is signed in, looked up once a request; nobody is sent to sign in first, and comes back to where they were. */
export const requirePerson = cache(async (): Promise<Reader> => {
  const given = await headers();
  const person = await serverContext().personOf(given.get("cookie") ?? undefined);
  if (person) return person;
  if (await serverContext().isSetupOpen()) redirect("/setup");
  redirect(`/sign-in?return=${encodeURIComponent(given.get("x-switchboard-path") ?? "/")}`);
});
