import { request } from "node:http";
import { cookieHeader } from "./support/people";
import { expect, test } from "./support/test";

type Sent = { method?: string; path: string; headers?: Record<string, string> };

/** Uses node's client, because browsers and fetch normalize the path. */
function ask(origin: string, { method = "GET", path, headers = {} }: Sent) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const asked = request({ hostname, port, method, path, headers }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asked.on("error", reject);
    asked.end();
  });
}

const spellings = [
  "/team",
  "//team",
  "/team/",
  "/%74eam",
  "/./team",
  "/x/../team",
  "/x/%2e%2e/team",
  "/team;x=1",
  "/team.rsc",
  "/team.segments/_full.segment.rsc",
  "/team?_rsc=1",
  "/_next/data/x/team.json",
  "/team?nxtProute=team",
  "/en/team",
  "/TEAM",
  "/team%00",
  "/%ff",
  "/team/%ff",
  "/%",
  "/\\team",
];
const headerSets: Record<string, string>[] = [
  {},
  { rsc: "1" },
  { rsc: "1", "next-router-prefetch": "1" },
  { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
  { "x-original-url": "/sign-in", "x-rewrite-url": "/sign-in" },
  { "next-action": "0".repeat(40) },
  { "x-forwarded-host": "evil.example", "x-forwarded-for": "127.0.0.1" },
  { "x-http-method-override": "POST" },
];

test("shows no team page to support and visitors, whatever the path and headers", async ({ product }) => {
  const support = { cookie: cookieHeader(product.cookies.support) };
  const attempts = [
    ...spellings.map((path) => ({ path, headers: {} })),
    ...headerSets.map((headers) => ({ path: "/team", headers })),
    ...headerSets.map((headers) => ({ path: "/x/%2e%2e/team", headers })),
  ];
  for (const person of [{}, support])
    for (const { path, headers } of attempts) {
      const { status, text } = await ask(product.origin, { path, headers: { ...person, ...headers } });
      const attempt = `${path} ${JSON.stringify(headers)} ${"cookie" in person ? "support" : "visitor"}`;
      expect(status, attempt).toBeLessThan(500);
      expect(text, attempt).not.toContain("ines@fernhill.example");
    }
});

test("answers below 500 when the method is not supported", async ({ product }) => {
  for (const method of ["PUT", "PATCH", "TRACE", "OPTIONS", "PROPFIND", "DELETE", "POST"])
    for (const path of ["/", "/team", "/api/v1/webhooks", "/api/auth/get-session", "/api", "/healthz"]) {
      const { status } = await ask(product.origin, { method, path, headers: { origin: "null" } });
      expect(status, `${method} ${path}`).toBeLessThan(500);
    }
});

test("serves the favicon to visitors", async ({ product }) => {
  // Chromium requests this icon between two pages, and logs an error if it is missing.
  expect((await ask(product.origin, { path: "/favicon.ico" })).status).toBe(200);
});

test("blocks sends from another site's page", async ({ browser, product }) => {
  const context = await browser.newContext();
  await context.addCookies(product.cookies.admin);
  const page = await context.newPage();
  const url = `${product.origin}/api/v1/campaigns/x/start`;
  // Another port is another origin.
  await page.goto(`${product.platform.address}/`);
  const outcome = await page.evaluate(async (to) => {
    const attempts = [
      () => fetch(to, { method: "POST", mode: "no-cors", credentials: "include" }),
      () => fetch(to, { method: "POST", credentials: "include", headers: { "x-switchboard": "1" } }),
      () =>
        fetch(to, {
          method: "POST",
          mode: "no-cors",
          credentials: "include",
          body: new Blob(["a=1"], { type: "text/plain" }),
        }),
    ];
    const outcomes: string[] = [];
    for (const attempt of attempts)
      outcomes.push(
        await attempt().then(
          (response) => response.type + response.status,
          () => "blocked",
        ),
      );
    return outcomes;
  }, url);
  expect(outcome).toEqual(["blocked", "blocked", "blocked"]);
  const audit = await ask(product.origin, {
    ...{ method: "POST", path: "/api/console/audit" },
    headers: { cookie: cookieHeader(product.cookies.admin), "x-switchboard": "1", origin: product.origin },
  });
  expect(JSON.parse(audit.text).data.filter(({ target }: { target: string }) => target === "x")).toEqual([]);
  await context.close();
});
