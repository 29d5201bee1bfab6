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

const isSignInFrame = (pathname: string) => /^\/(sign-in|setup|api)(\/|$)/.test(pathname);
