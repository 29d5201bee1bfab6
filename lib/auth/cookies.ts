import { createHmac } from "node:crypto";
import { attempt } from "@/lib/format/attempt";
import { isLoopback } from "@/lib/http/origins";
import { isSame, newToken, sealOf } from "@/lib/secret";

const browserMaxAgeSeconds = 180 * 24 * 60 * 60;

/**
 * A `__Host-` cookie is limited to this origin and needs Secure and Path=/. On loopback over http the cookies have neither,
 * because Safari drops Secure cookies there.
 *
 * @param key signs the session cookie
 */
export function cookiesFor(origin: string, key: string) {
  const isSecure = !(origin.startsWith("http:") && isLoopback(origin));
  // Cookies ignore ports, so consoles on one host need names of their own. Those of other ports are read too: earlier
  // versions and replicas sign with the same key, other consoles do not.
  const { port } = new URL(origin);
  const nameOf = (kind: string) => `${isSecure ? "__Host-" : ""}switchboard${port && `-${port}`}.${kind}`;
  const [session, browser] = [nameOf("session"), nameOf("browser")];
  const signatureOf = (token: string) => createHmac("sha256", key).update(token).digest("base64");
  const setCookie = (cookie: string, value: string, maxAgeSeconds: number) =>
    `${cookie}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly;${isSecure ? " Secure;" : ""} SameSite=Lax`;

  return {
    browserIn: (header: string | undefined) => cookiesIn(header, browser)[0],

    /** The session token in a cookie header, if its signature is valid. */
    sessionTokenIn(header: string | undefined) {
      const tokens = cookiesIn(header, session).map((value) => {
        const signed = attempt(() => decodeURIComponent(value)) ?? "";
        const token = signed.slice(0, Math.max(0, signed.lastIndexOf(".")));
        return token !== "" && isSame(signed.slice(token.length + 1), signatureOf(token)) ? token : undefined;
      });
      return tokens.find((token) => token !== undefined);
    },

    /** Returns a Set-Cookie line. */
    setSession: (token: string, maxAgeSeconds: number) =>
      setCookie(session, encodeURIComponent(`${token}.${signatureOf(token)}`), maxAgeSeconds),
    removeSession: () => setCookie(session, "", 0),
    setBrowser: (value: string) => setCookie(browser, value, browserMaxAgeSeconds),
  };
}

export type Cookies = ReturnType<typeof cookiesFor>;

/** Values of the cookies with this name on any port, that of the own port first. */
function cookiesIn(header: string | undefined, name: string): string[] {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim().split(/=(.*)/s));
  const own = pairs.filter(([key]) => key === name);
  const others = pairs.filter(([key = ""]) => key !== name && withoutPort(key) === withoutPort(name));
  return [...own, ...others].map(([, value = ""]) => value);
}

const withoutPort = (name: string) => name.replace(/-\d+(?=\.)/, "");

/**
 * Marks browsers that have signed in to an account (OWASP's device cookies). Their failures are counted separately, and their
 * attempts go first, so that attempts of others cannot keep the owner out. The mark does not grant access.
 */
export function createKnownBrowser(key: string, cookies: Cookies) {
  const seal = (nonce: string, email: string) => sealOf(key, `${nonce} ${email}`);

  return {
    /** Key for counting attempts on this account. */
    accountOf(email: string, header: string | undefined) {
      const [nonce = "", mark = ""] = (cookies.browserIn(header) ?? "").split(".");
      return nonce && isSame(mark, seal(nonce, email)) ? `${email} ${nonce}` : email;
    },
    cookieFor(email: string) {
      const nonce = newToken();
      return cookies.setBrowser(`${nonce}.${seal(nonce, email)}`);
    },
  };
}

export type KnownBrowser = ReturnType<typeof createKnownBrowser>;
