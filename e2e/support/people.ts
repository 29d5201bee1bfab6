import type { BrowserContext } from "@playwright/test";
import type { Role } from "../../lib/contract/operation";

export const password = "a harbour with nine lamps";

export const people: Record<Role, { name: string; email: string }> = {
  admin: { name: "Mara Okafor", email: "mara@fernhill.example" },
  campaign_manager: { name: "Ines Duarte", email: "ines@fernhill.example" },
  support: { name: "Tom Adeyemi", email: "tom@fernhill.example" },
  viewer: { name: "Vera Lindqvist", email: "vera@fernhill.example" },
};

type Cookies = Parameters<BrowserContext["addCookies"]>[0][number][];
export type SignedIn = Record<Role, Cookies>;

/** Creates the first admin with the one-time link, and one person of each other role. Returns their cookies. */
export async function signEverybodyIn(setupUrl: string): Promise<SignedIn> {
  const { origin, searchParams } = new URL(setupUrl);
  const admin = await post(`${origin}/api/auth/setup`, {
    ...people.admin,
    password,
    token: searchParams.get("token"),
  });
  const invite = async (role: Role) => {
    const added = await post(`${origin}/api/console/team`, { ...people[role], role }, admin.cookies);
    const token = new URL((added.json as { link: string }).link).hash.slice(1);
    return (await post(`${origin}/api/auth/link/password`, { token, password })).cookies;
  };
  return {
    admin: admin.cookies,
    campaign_manager: await invite("campaign_manager"),
    support: await invite("support"),
    viewer: await invite("viewer"),
  };
}

/** Sends a request as the product's own pages do. */
async function post(url: string, body: Record<string, unknown>, cookies: Cookies = []) {
  const { origin } = new URL(url);
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "sec-fetch-site": "same-origin",
      "x-switchboard": "1",
      origin,
      cookie: cookieHeader(cookies),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  const received = response.headers.getSetCookie().map((line) => {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    return { name, value, url: origin, httpOnly: /;\s*httponly/i.test(line), sameSite: "Lax" as const };
  });
  return { cookies: received, json: (await response.json()) as unknown };
}

/** The cookie header of a person, for requests without a browser. */
export const cookieHeader = (cookies: readonly { name: string; value: string }[]) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
