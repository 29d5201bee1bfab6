import { createHmac } from "node:crypto";
import { isSame, newToken, sealOf } from "@/lib/console/secret";
import { attempt } from "@/lib/format/attempt";
import { isLoopback } from "@/lib/http/origins";

const browserLastsSeconds = 180 * 24 * 60 * 60;

/**
 * The browser keeps a `__Host-` cookie to this origin alone, and takes it only with Secure and Path=/. Safari drops Secure
 * cookies over http even on loopback, so there they have neither.
 *
 * @param key signs the session cookie
 */
export function cookiesFor(origin: string, key: string) {
  const isSecure = !(origin.startsWith("http:") && isLoopback(origin));
  const name = (of: string) => `${isSecure ? "__Host-" : ""}switchboard.${of}`;
  const [session, browser] = [name("session"), name("browser")];
  const signatureOf = (token: string) => createHmac("sha256", key).update(token).digest("base64");
  const setCookie = (cookie: string, value: string, maxAgeSeconds: number) =>
    `${cookie}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly;${isSecure ? " Secure;" : ""} SameSite=Lax`;

  return {
    /** The whole session cookie of a cookie header, signed. */
    sessionIn: (header: string | undefined) => cookieIn(header, session),
    browserIn: (header: string | undefined) => cookieIn(header, browser),

    /** The session token in a cookie header, if its signature is valid. */
    sessionTokenIn(header: string | undefined) {
      const signed = attempt(() => decodeURIComponent(cookieIn(header, session) ?? "")) ?? "";
      const dot = signed.lastIndexOf(".");
      if (dot < 1) return undefined;
      const token = signed.slice(0, dot);
      return isSame(signed.slice(dot + 1), signatureOf(token)) ? token : undefined;
    },

    /** A Set-Cookie line, as the others are. */
    setSession: (token: string, maxAgeSeconds: number) =>
      setCookie(session, encodeURIComponent(`${token}.${signatureOf(token)}`), maxAgeSeconds),
    removeSession: () => setCookie(session, "", 0),
    setBrowser: (value: string) => setCookie(browser, value, browserLastsSeconds),
  };
}

export type Cookies = ReturnType<typeof cookiesFor>;

function cookieIn(header: string | undefined, name: string) {
  for (const pair of (header ?? "").split(";")) {
    const [key = "", ...rest] = pair.split("=");
    if (key.trim() === name) return rest.join("=").trim();
  }
  return undefined;
}

/**
 * A browser that has signed in to an account before counts its failures by itself, so that a stranger who keeps failing
 * on that account cannot keep its owner out. The mark opens nothing.
 */
export function createKnownBrowser(key: string, cookies: Cookies) {
  const seal = (nonce: string, email: string) => sealOf(key, `${nonce} ${email}`);

  return {
    /** What to count a try for this account under. */
    accountOf(email: string, header: string | undefined) {
      const [nonce = "", given = ""] = (cookies.browserIn(header) ?? "").split(".");
      return nonce && isSame(given, seal(nonce, email)) ? `${email} ${nonce}` : email;
    },
    cookieFor(email: string) {
      const nonce = newToken();
      return cookies.setBrowser(`${nonce}.${seal(nonce, email)}`);
    },
  };
}

export type KnownBrowser = ReturnType<typeof createKnownBrowser>;
