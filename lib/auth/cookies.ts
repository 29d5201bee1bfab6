import { createHmac } from "node:crypto";
import { attempt } from "@/lib/format/attempt";
import { isLoopback } from "@/lib/http/origins";
import { isSame, newToken, sealOf } from "@/lib/secret";

const browserMaxAgeSeconds = 180 * 24 * 60 * 60;
const maxMarks = 5;

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
  const [session, browser, pending] = [nameOf("session"), nameOf("browser"), nameOf("pending")];
  const sso = nameOf("sso-");
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
    /** The token of a sign-in that waits for a code. */
    pendingIn: (header: string | undefined) => cookiesIn(header, pending)[0] || undefined,
    setPending: (token: string, maxAgeSeconds: number) => setCookie(pending, token, maxAgeSeconds),
    removePending: () => setCookie(pending, "", 0),
    /** IDs and values of the sign-ins at a provider that this browser has begun. */
    ssoIn: (header: string | undefined) =>
      pairsIn(header).flatMap(([name = "", value = ""]) =>
        name.startsWith(sso) ? [[name.slice(sso.length), value] as const] : [],
      ),
    setSso: (id: string, value: string, maxAgeSeconds: number) => setCookie(sso + id, value, maxAgeSeconds),
    removeSso: (id: string) => setCookie(sso + id, "", 0),
  };
}

export type Cookies = ReturnType<typeof cookiesFor>;

/** Values of the cookies with this name on any port, that of the own port first. */
function cookiesIn(header: string | undefined, name: string): string[] {
  const pairs = pairsIn(header);
  const own = pairs.filter(([key]) => key === name);
  const others = pairs.filter(([key = ""]) => key !== name && withoutPort(key) === withoutPort(name));
  return [...own, ...others].map(([, value = ""]) => value);
}

const pairsIn = (header = "") => header.split(";").map((pair) => pair.trim().split(/=(.*)/s));

const withoutPort = (name: string) => name.replace(/-\d+(?=\.)/, "");

/**
 * Marks browsers that have signed in to an account (OWASP's device cookies). Their failures are counted separately, and their
 * attempts go first, so that attempts of others cannot keep the owner out. A sign-in without a mark is mailed to the person. The
 * mark does not grant access. A browser has one for each of the last few people who used it.
 */
export function createKnownBrowser(key: string, cookies: Cookies) {
  const seal = (nonce: string, email: string) => sealOf(key, `${nonce} ${email}`);
  const marksIn = (header: string | undefined) => (cookies.browserIn(header) ?? "").split("~").filter(Boolean);
  const isMarkOf = (email: string) => (mark: string) => {
    const [nonce = "", sealed = ""] = mark.split(".");
    return nonce !== "" && isSame(sealed, seal(nonce, email));
  };

  return {
    /** A random ID of the browser for this account; undefined if it is not known. */
    idOf: (email: string, header: string | undefined) => marksIn(header).find(isMarkOf(email))?.split(".")[0],
    cookieFor(email: string, header: string | undefined) {
      const nonce = newToken();
      const others = marksIn(header).filter((mark) => !isMarkOf(email)(mark));
      return cookies.setBrowser([`${nonce}.${seal(nonce, email)}`, ...others].slice(0, maxMarks).join("~"));
    },
  };
}

export type KnownBrowser = ReturnType<typeof createKnownBrowser>;
