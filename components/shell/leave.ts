import type { QueryClient } from "@tanstack/react-query";
import { askAuth } from "@/lib/client/ask-auth";
import { Problem } from "@/lib/contract/problem";

// Prevents a second redirect: a read refused during sign-out must not report an ended session.
let isLeaving = false;

/** A browser can take long to delete, and to load code from a server that is away. */
const maxForgetMs = 3_000;

const forgetAllDrafts = async () => (await import("@/lib/contacts/draft")).forgetDrafts();

/**
 * Ends the session, clears the query cache and opens the sign-in page. Throws a Problem if the session goes on. Drafts that
 * could not be deleted are deleted when another person signs in, or after a day.
 */
export async function signOut(client: QueryClient, forgetDrafts: () => Promise<void> = forgetAllDrafts) {
  isLeaving = true;
  let next = "/sign-in";
  try {
    // A session of a provider ends there, too.
    next = (await askAuth<{ location?: string }>("sign-out", {})).location ?? next;
  } catch (problem) {
    isLeaving = false;
    if (!isEnded(problem)) throw problem;
  }
  isLeaving = true;
  await Promise.race([forgetDrafts().catch(() => undefined), new Promise((end) => setTimeout(end, maxForgetMs))]);
  client.setDefaultOptions({ queries: { enabled: false } });
  client.clear();
  location.assign(next);
}

/** Opens the sign-in page once a query or mutation fails because the session ended. Returns an unsubscribe function. */
export function watchSession(client: QueryClient) {
  const onError = (error: unknown) => {
    if (isLeaving || !isEnded(error)) return;
    isLeaving = true;
    location.assign(signInAddress(location));
  };
  const unsubscribes = [
    client.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") onError(event.action.error);
    }),
    client.getMutationCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") onError(event.action.error);
    }),
  ];
  return () => {
    for (const stop of unsubscribes) stop();
  };
}

/** Sign-in URL that returns to the current page. */
export const signInAddress = ({ pathname, search }: Pick<Location, "pathname" | "search">) =>
  `/sign-in?return=${encodeURIComponent(pathname + search)}&ended=1`;

const isEnded = (error: unknown) => error instanceof Problem && error.code === "unauthenticated";
