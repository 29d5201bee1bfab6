import { askAuth } from "@/lib/client/ask-auth";

/** Where to go after signing in: a place in Switchboard, never another site. */
export function returnPath(given: string | undefined | null) {
  if (!given?.startsWith("/")) return "/";
  try {
    const here = "http://switchboard.invalid";
    const { origin, pathname, search, hash } = new URL(given, here);
    const isOurs = origin === here && !pathname.startsWith("//") && !isSignInFrame(pathname);
    return isOurs ? pathname + search + hash : "/";
  } catch {
    return "/";
  }
}

/** This place, or sign-in again if the browser dropped the session cookie that it was just sent. */
export async function afterSignIn(to: string) {
  const session = await askAuth("get-session").catch(() => undefined);
  return session === null ? `/sign-in?return=${encodeURIComponent(to)}&dropped=1` : to;
}

const isSignInFrame = (pathname: string) => /^\/(sign-in|setup|api)(\/|$)/.test(pathname);
