import { expect, test } from "vitest";
import { refused } from "@/lib/contract/problem";
import { cookieOf, freshConsole, mara, password } from "@/lib/testing/console";

const limited: string[] = [];
let isFull = false;
const { console, post, ask, signIn } = await freshConsole({
  admin: { email: mara.email, password },
  limit(person) {
    limited.push(person);
    if (isFull) throw refused("rate_limited", "Too many requests at once. Wait a moment.");
  },
});
const cookie = cookieOf((await signIn(mara.email)).jar);
const { id } = (await console.personOf(cookie)) ?? {};

test.each([
  ["POST", "/api/auth/sign-out", {}],
  ["POST", "/api/auth/change-password", { currentPassword: password, newPassword: "wren under the blue gate" }],
  ["GET", "/api/auth/get-session", undefined],
  ["GET", "/api/auth/list-sessions", undefined],
  ["POST", "/api/auth/revoke-session", { id: "x" }],
  ["POST", "/api/auth/revoke-other-sessions", {}],
  ["GET", "/api/events", undefined],
])("limits %s %s per person and does nothing beyond the limit", async (method, path, body) => {
  limited.length = 0;
  isFull = true;
  const send = () => (method === "POST" ? post(path, body, { cookie }) : ask(path, { cookie }));
  expect((await send()).status).toBe(429);
  expect(limited).toEqual([id]);
  isFull = false;
  expect(await console.personOf(cookie)).toMatchObject({ id });
});
