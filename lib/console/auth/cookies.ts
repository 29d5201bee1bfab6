import { createHmac } from "node:crypto";
import { isSame, newToken, sealOf } from "@/lib/console/secret";
import { attempt } from "@/lib/format/attempt";
import { isLoopback } from "@/lib/http/origins";

const lastsSeconds = 180 * 24 * 60 * 60;

/**
 * The browser keeps a `__Host-` cookie to this origin alone, and takes it only with Secure and Path=/. Safari drops Secure
 * cookies over http even on loopback, so there they have neither.
 *
 * @param key signs the session cookie
 */
export function cookiesFor(origin: string, key: string) {
  const secure = !(origin.startsWith("http:") && isLoopback(origin));
  const name = (of: string) => `${secure ? "__Host-" : ""}switchboard.${of}`;
  const attributes = { httpOnly: true, secure, sameSite: "lax", path: "/" } as const;
  return { key, session: name("session"), browser: name("browser"), attributes };
}

export type Cookies = ReturnType<typeof cookiesFor>;

/** Whether a Set-Cookie line sets one of these: better-auth also clears cookies that Switchboard never sets. */
export const isOurs = (line: string) => /^(__Host-)?switchboard\.(session|browser)=/.test(line);

export function cookieIn(header: string | undefined, name: string) {
  for (const pair of (header ?? "").split(";")) {
    const [key = "", ...rest] = pair.split("=");
    if (key.trim() === name) return rest.join("=").trim();
  }
  return undefined;
}

/** The session token in a cookie header, where better-auth's signature on it is right. */
export function sessionTokenIn(header: string | undefined, { key, session }: Cookies) {
  const signed = attempt(() => decodeURIComponent(cookieIn(header, session) ?? "")) ?? "";
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
export function createKnownBrowser(key: string, { browser, attributes }: Cookies) {
  const seal = (nonce: string, email: string) => sealOf(key, `${nonce} ${email}`);

  return {
    /** What to count a try for this account under. */
    accountOf(email: string, cookies: string | undefined) {
      const [nonce = "", given = ""] = (cookieIn(cookies, browser) ?? "").split(".");
      return nonce && isSame(given, seal(nonce, email)) ? `${email} ${nonce}` : email;
    },
    cookieFor(email: string) {
      const nonce = newToken();
      const secure = attributes.secure ? "; Secure" : "";
      return `${browser}=${nonce}.${seal(nonce, email)}; Max-Age=${lastsSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
    },
  };
}

export type KnownBrowser = ReturnType<typeof createKnownBrowser>;
