import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { createPages } from "./pages";

const held: (() => void)[] = [];
const pages = createPages<{ id: string }>({
  render: (_request, response) => new Promise((ended) => held.push(() => response.end("A page", () => ended()))),
  personOf: () => undefined,
  isSetupOpen: async () => false,
  limit: () => undefined,
  isProduction: true,
});
const server = createServer((request, response) => void pages.answer(request, response, "203.0.113.7"));
await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("a stranger's page that finds no place opens itself again by a script that its policy allows", async () => {
  // One is made and eight wait.
  const others = Array.from({ length: 9 }, () => fetch(`${origin}/sign-in`).catch(() => undefined));
  await expect.poll(async () => (await refusal()).status).toBe(503);
  const refused = await refusal();
  const [, nonce] = /'nonce-([^']+)'/.exec(refused.headers.get("content-security-policy") ?? "") ?? [];
  expect(await refused.text()).toContain(`<script nonce="${nonce}">setTimeout(() => location.reload(), 2000)</script>`);
  expect(refused.headers.get("refresh")).toBeNull();
  server.closeAllConnections();
  for (const end of held) end();
  await Promise.all(others);
});

const refusal = () => fetch(`${origin}/set-password`);
