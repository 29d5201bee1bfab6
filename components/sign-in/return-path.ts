import { askAuth } from "@/lib/client/ask-auth";

/** Path to open after sign-in; "/" for other sites and for sign-in pages (no open redirect). */
export function returnPath(path: string | undefined | null) {
  if (!path?.startsWith("/")) return "/";
  try {
    const ownOrigin = "http://switchboard.invalid";
    const { origin, pathname, search, hash } = new URL(path, ownOrigin);
    const isOurs = origin === ownOrigin && !pathname.startsWith("//") && !isSignInFrame(pathname);
    return isOurs ? pathname + search + hash : "/";
  } catch {
    return "/";
  }
}

/** `path`, or the sign-in page if the browser rejected the session cookie. */
export async function afterSignIn(path: string) {
  const session = await askAuth("get-session").catch(() => {
    // Only a null answer means that the cookie was rejected.
  });
  return session === null ? `/sign-in?return=${encodeURIComponent(path)}&dropped=1` : path;
}

const isSignInFrame = (pathname: string) => /^\/(sign-in|setup|api)(\/|$)/.test(pathname);
