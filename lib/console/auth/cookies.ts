import { createHmac } from "node:crypto";
import { isSame, newToken, sealOf } from "@/lib/console/secret";
import { attempt } from "@/lib/format/attempt";

const lastsSeconds = 180 * 24 * 60 * 60;

/** The browser keeps a `__Host-` cookie to this origin alone, and takes it only with Secure and Path=/. */
export const sessionCookie = "__Host-switchboard.session";
const browserCookie = "__Host-switchboard.browser";

export const cookieAttributes = { httpOnly: true, secure: true, sameSite: "lax", path: "/" } as const;

export function cookieIn(header: string | undefined, name: string) {
  for (const pair of (header ?? "").split(";")) {
    const [key = "", ...rest] = pair.split("=");
    if (key.trim() === name) return rest.join("=").trim();
  }
  return undefined;
}

/** The session token in a cookie header, where better-auth's signature on it is right. */
export function sessionTokenIn(header: string | undefined, key: string) {
  const signed = attempt(() => decodeURIComponent(cookieIn(header, sessionCookie) ?? "")) ?? "";
  const dot = signed.lastIndexOf(".");
  if (dot < 1) return undefined;
  const token = signed.slice(0, dot);
  const seal = createHmac("sha256", key).update(token).digest("base64");
  return isSame(signed.slice(dot + 1), seal) ? token : undefined;
}

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
