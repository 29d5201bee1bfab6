import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createPages } from "./pages";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Pages without a signed-in person. Each render ends when its entry in `renders` is called. */
async function startPages() {
  const renders: (() => void)[] = [];
  const pages = createPages<{ id: string }>({
    render: (_request, response) => new Promise((ended) => renders.push(() => response.end("A page", () => ended()))),
    sendFile: async (_request, response) => void response.writeHead(404).end(),
    personOf: () => undefined,
    isSetupOpen: async () => false,
    limit: () => undefined,
    isProduction: true,
  });
  const server = createServer((request, response) => void pages.answer(request, response, "203.0.113.7"));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const open = (path: string, init?: RequestInit) => fetch(`${origin}${path}`, { redirect: "manual", ...init });
  const connections = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  return { renders, open, connections };
}

test("answers 503 with an allowed reload script when the anonymous queue is full", async () => {
  const { open } = await startPages();
  // One renders and eight wait.
  for (let count = 0; count < 9; count++) void open("/sign-in").catch(() => undefined);
  await expect.poll(async () => (await open("/set-password")).status).toBe(503);
  const refused = await open("/set-password");
  const [, nonce] = /'nonce-([^']+)'/.exec(refused.headers.get("content-security-policy") ?? "") ?? [];
  expect(await refused.text()).toContain(`<script nonce="${nonce}">setTimeout(() => location.reload(), 2000)</script>`);
  expect(refused.headers.get("refresh")).toBeNull();
});

test("renders no console page without a session: 401 for RSC, a redirect for documents", async () => {
  const { open, renders } = await startPages();
  const part = await open("/campaigns?_rsc=1", { headers: { rsc: "1" } });
  expect([part.status, part.headers.get("content-type")]).toEqual([401, "text/plain; charset=utf-8"]);
  const whole = await open("/campaigns");
  expect([whole.status, whole.headers.get("location")]).toEqual([307, "/sign-in?return=%2Fcampaigns"]);
  expect(renders).toHaveLength(0);
});

test("allows prefetch, which Firefox checks against default-src, and no frames or media", async () => {
  const { open } = await startPages();
  const policy = (await open("/campaigns")).headers.get("content-security-policy")?.split("; ");
  expect(policy).toEqual(expect.arrayContaining(["default-src 'self'", "frame-src 'none'", "media-src 'none'"]));
});

test("does not render a page when the anonymous visitor left the queue", async () => {
  const { open, renders, connections } = await startPages();
  const first = open("/sign-in");
  await expect.poll(() => renders.length).toBe(1);
  const abort = new AbortController();
  const left = open("/setup", { signal: abort.signal }).catch(() => undefined);
  await expect.poll(connections).toBe(2);
  abort.abort();
  await left;
  await expect.poll(connections).toBe(1);
  renders[0]?.();
  await first;
  const last = open("/set-password");
  await expect.poll(() => renders.length).toBe(2);
  renders[1]?.();
  expect((await last).status).toBe(200);
});

test("answers unknown files with 404 without rendering, and queues icons like pages", async () => {
  const { open, renders } = await startPages();
  const files = ["/_next/static/none.js", "/_next/static/../../team", "/_next/static/%2e%2e/team", "/_next/static/"];
  const { port } = new URL((await open("/_next/static/none.js")).url);
  for (const path of files) {
    const answered = new Promise((resolve) => get({ port, path }, ({ statusCode }) => resolve(statusCode)));
    expect([path, await answered]).toEqual([path, 404]);
  }
  expect(renders).toHaveLength(0);
  for (let count = 0; count < 12; count++) void open("/icon.svg?1").catch(() => undefined);
  await expect.poll(async () => (await open("/favicon.ico")).status).toBe(503);
  expect(renders).toHaveLength(1);
});
