import type { QueryClient } from "@tanstack/react-query";
import { askAuth } from "@/lib/client/ask-auth";
import { Problem } from "@/lib/contract/problem";

// One page goes away once: a read refused while signing out must not say that the session ended by itself.
let isLeaving = false;

/** Ends the session, drops everything that was read, and goes to sign in. Throws a Problem. */
export async function signOut(client: QueryClient) {
  isLeaving = true;
  try {
    await askAuth("sign-out", {});
  } catch (problem) {
    isLeaving = false;
    if (!isEnded(problem)) throw problem;
  }
  isLeaving = true;
  await import("@/lib/contacts/draft").then(({ forgetDrafts }) => forgetDrafts());
  client.setDefaultOptions({ queries: { enabled: false } });
  client.clear();
  location.assign("/sign-in");
}

/** Goes to sign in as soon as any read or send finds that the session is over. Returns its own end. */
export function watchSession(client: QueryClient) {
  const see = (error: unknown) => {
    if (isLeaving || !isEnded(error)) return;
    isLeaving = true;
    location.assign(signInAddress(location));
  };
  const stops = [
    client.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") see(event.action.error);
    }),
    client.getMutationCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") see(event.action.error);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Where to sign in again, and come back to here. */
export const signInAddress = ({ pathname, search }: Pick<Location, "pathname" | "search">) =>
  `/sign-in?return=${encodeURIComponent(pathname + search)}&ended=1`;

const isEnded = (error: unknown) => error instanceof Problem && error.code === "unauthenticated";
