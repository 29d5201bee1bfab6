import { createHmac } from "node:crypto";
import { isSame } from "@/lib/console/secret";

/** The browser keeps a `__Host-` cookie to this origin alone, and takes it only with Secure and Path=/. */
export const sessionCookie = "__Host-switchboard.session";
export const browserCookie = "__Host-switchboard.browser";

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
  const signed = decoded(cookieIn(header, sessionCookie) ?? "");
  const dot = signed.lastIndexOf(".");
  if (dot < 1) return undefined;
  const token = signed.slice(0, dot);
  const seal = createHmac("sha256", key).update(token).digest("base64");
  return isSame(signed.slice(dot + 1), seal) ? token : undefined;
}

function decoded(value: string) {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}
