import { isSame, newToken, sealOf } from "@/lib/console/secret";
import { browserCookie, cookieAttributes, cookieIn } from "./cookies";

const lastsSeconds = 180 * 24 * 60 * 60;

/**
 * A browser that has signed in to an account before counts its failures by itself, so that a stranger who keeps failing
 * on that account cannot keep its owner out. The mark opens nothing.
 */
export function createKnownBrowser(key: string) {
  const seal = (nonce: string, email: string) => sealOf(key, `${nonce} ${email}`);

  return {
    /** What to count a try for this account under. */
    accountOf(email: string, cookies: string | undefined) {
      const [nonce = "", given = ""] = (cookieIn(cookies, browserCookie) ?? "").split(".");
      return nonce && isSame(given, seal(nonce, email)) ? `${email} ${nonce}` : email;
    },
    cookieFor(email: string) {
      const nonce = newToken();
      const attributes = `Max-Age=${lastsSeconds}; Path=${cookieAttributes.path}; HttpOnly; Secure; SameSite=Lax`;
      return `${browserCookie}=${nonce}.${seal(nonce, email)}; ${attributes}`;
    },
  };
}

export type KnownBrowser = ReturnType<typeof createKnownBrowser>;
