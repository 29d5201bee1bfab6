import { request } from "node:http";
import { timeoutMs } from "../../lib/testing/timeout-ms";
import { password, people } from "./people";
import type { Product } from "./product";

export type FloodTarget = Awaited<ReturnType<typeof signInTo>>;

/** Signs three people in to a product whose first admin is set by its environment. */
export async function signInTo({ port }: Product) {
  const origin = `http://127.0.0.1:${port}`;
  const asPage = { origin, "sec-fetch-site": "same-origin", "x-switchboard": "1", "content-type": "application/json" };
  async function ask(method: string, path: string, { cookie = "", body }: { cookie?: string; body?: unknown } = {}) {
    const startedMs = performance.now();
    const response = await fetch(origin + path, {
      method,
      headers: method === "POST" ? { ...asPage, cookie } : { cookie },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs(60_000)),
    });
    const text = await response.text();
    const ms = performance.now() - startedMs;
    return { status: response.status, ms, text, setCookies: response.headers.getSetCookie() };
  }
  async function enter(path: string, body: Record<string, string>) {
    const { setCookies, text } = await ask("POST", `/api/auth/${path}`, { body });
    if (setCookies.length === 0) throw new Error(`Nobody could sign in by ${path}: ${text}`);
    return setCookies.map((line) => line.split(";")[0]).join("; ");
  }
  const admin = await enter("sign-in/email", { email: people.admin.email, password });
  async function invite(role: "campaign_manager" | "support") {
    const added = await ask("POST", "/api/console/team", { cookie: admin, body: { ...people[role], role } });
    const token = new URL(JSON.parse(added.text).link as string).hash.slice(1);
    return enter("link/password", { token, password });
  }
  const [manager, colleague] = [await invite("campaign_manager"), await invite("support")];

  return {
    port,
    cookies: { uploads: manager, reads: manager },
    /** Sends a request as the admin. */
    async ask(method: string, path: string, body?: unknown) {
      const answer = await ask(method, path, { cookie: admin, body });
      return { ...answer, json: answer.text.startsWith("{") ? JSON.parse(answer.text) : undefined };
    },
    /** Signs a colleague in, from a browser that signed in before and from an address that nobody else uses. */
    signIn: () => signInFrom("127.0.0.9", { port, headers: { ...asPage, cookie: colleague } }),
  };
}

function signInFrom(localAddress: string, target: { port: number; headers: Record<string, string> }) {
  const startedMs = performance.now();
  return new Promise<{ status: number; ms: number }>((resolve, reject) => {
    const path = "/api/auth/sign-in/email";
    const options = { ...target, host: "127.0.0.1", path, method: "POST", localAddress, agent: false };
    const signIn = request({ ...options, signal: AbortSignal.timeout(timeoutMs(60_000)) }, (response) => {
      const done = () => resolve({ status: response.statusCode ?? 0, ms: performance.now() - startedMs });
      response.resume().on("end", done).on("error", reject);
    });
    signIn.on("error", reject).end(JSON.stringify({ email: people.support.email, password }));
  });
}
