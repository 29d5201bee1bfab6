import { createConnection } from "node:net";
import { text } from "node:stream/consumers";
import { cookieHeader, password, people } from "./support/people";
import { startProduct } from "./support/product";
import { expect, test } from "./support/test";

/** Bytes as they are: neither a browser nor node's own client would send most of these. */
async function raw(origin: string, lines: readonly string[]) {
  const { hostname, port } = new URL(origin);
  const socket = createConnection({ host: hostname, port: Number(port) });
  const connection = lines.some((line) => line.startsWith("upgrade:")) ? "upgrade, close" : "close";
  socket.write(`${lines.join("\r\n")}\r\nconnection: ${connection}\r\n\r\n`);
  const answer = await text(socket);
  return { status: Number(answer.slice(9, 12)), answer };
}

test("pages are only read", async ({ product }) => {
  for (const method of ["PUT", "DELETE", "TRACE", "PATCH", "POST", "OPTIONS"])
    for (const path of ["/", "/sign-in", "/team", "/healthz", "/_next/static/none.js"]) {
      const { status, answer } = await raw(product.origin, [`${method} ${path} HTTP/1.1`, "host: a"]);
      expect(status, `${method} ${path}`).toBe(405);
      expect(answer.toLowerCase()).toContain("\r\nallow: get, head\r\n");
    }
});

test("who asks to change the protocol is answered as anybody, also once pages were read", async ({ product }) => {
  await fetch(`${product.origin}/sign-in`);
  for (const path of ["/healthz", "/api/v1/webhooks", "/team", "//x", "/calls/", "/%ff"]) {
    const plain = await raw(product.origin, [`GET ${path} HTTP/1.1`, "host: a"]);
    expect(plain.status, path).toBeGreaterThan(0);
    for (const protocol of ["websocket", "h2c"]) {
      const asked = await raw(product.origin, [`GET ${path} HTTP/1.1`, "host: a", `upgrade: ${protocol}`]);
      expect(asked.status, `${path} ${protocol}`).toBe(plain.status);
    }
  }
});

test("a request for another host's address, or with two hosts, is refused", async ({ product }) => {
  const heads = [
    ["GET http://evil.example/team HTTP/1.1", "host: a"],
    ["GET evil.example HTTP/1.1", "host: a"],
    ["OPTIONS * HTTP/1.1", "host: a"],
    ["GET / HTTP/1.1", "host: a", "host: b"],
    ["GET / HTTP/1.1", "Host: a", "HOST: a"],
    ["GET /api/v1/webhooks HTTP/1.1", "host: a", "host: b"],
  ];
  for (const head of heads) {
    const { status, answer } = await raw(product.origin, head);
    expect(status, head.join()).toBe(400);
    expect(answer).not.toContain("evil.example");
  }
});

test("nothing works on pictures, and nobody is told of the platform before signing in", async ({ product }) => {
  const image = `${product.origin}/_next/image?url=%2Ficon.svg&w=64&q=75`;
  expect((await fetch(image)).status).toBe(404);
  expect((await fetch(`${product.origin}/api/auth/line`)).status).toBe(404);
});

test("every answer says what a browser may do with it", async ({ product }) => {
  for (const path of [
    "/healthz",
    "/readyz",
    "/metrics",
    "/api/v1/webhooks",
    "/api/auth/get-session",
    "/api/none",
    "/team",
  ]) {
    const { headers } = await fetch(product.origin + path, { redirect: "manual" });
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    if (path.startsWith("/api"))
      expect(headers.get("content-security-policy"), path).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get("strict-transport-security"), path).toBeNull();
  }
});

test("a connection is kept for longer than proxies keep theirs, which is 60 s as they come", async ({ product }) => {
  const { headers } = await fetch(`${product.origin}/healthz`);
  expect(headers.get("keep-alive")).toBe("timeout=75");
});

test("a page of the console sends strangers to sign in and back, without being made", async ({ product }) => {
  const answer = await fetch(`${product.origin}/campaigns/a%2Fb?tab=log`, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([
    307,
    "/sign-in?return=%2Fcampaigns%2Fa%252Fb%3Ftab%3Dlog",
  ]);
  expect(await answer.text()).toBe("Sign in to continue.");
});

test("under https behind a proxy: transport security, addresses as the proxy knows them, metrics by their token", async () => {
  const token = "metrics-token-of-the-test";
  const product = await startProduct({
    SWITCHBOARD_ORIGIN: "https://switchboard.example",
    SWITCHBOARD_TRUSTED_HOPS: "1",
    SWITCHBOARD_METRICS_TOKEN: token,
    SWITCHBOARD_ADMIN_EMAIL: people.admin.email,
    SWITCHBOARD_ADMIN_PASSWORD: password,
  });
  // The address it prints is the world's; it listens here.
  const here = `http://127.0.0.1:${product.port}`;
  const ask = (path: string, headers: Record<string, string> = {}) => fetch(here + path, { headers });
  try {
    expect((await ask("/healthz")).headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/);
    expect((await ask("/metrics")).status).toBe(401);
    expect((await ask("/metrics", { authorization: `Bearer ${token}` })).status).toBe(200);

    const signIn = (email: string, forwarded: string, given = "a wrong password") =>
      fetch(`${here}/api/auth/sign-in/email`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-switchboard": "1",
          origin: "https://switchboard.example",
          "x-forwarded-for": forwarded,
        },
        body: JSON.stringify({ email, password: given }),
      });
    const spellings = [
      (n: number) => `10.0.${n}.1, 203.0.113.9`,
      (n: number) => `203.0.113.9:${40_000 + n}`,
      (n: number) => `[::ffff:203.0.113.9]:${40_000 + n}`,
      () => "::ffff:203.0.113.9",
      () => "::FFFF:cb00:7109",
      (n: number) => `"[::ffff:203.0.113.9]:${n}"`,
      () => "0:0:0:0:0:ffff:203.0.113.9",
      (n: number) => `10.0.0.${n},203.0.113.9 `,
    ];
    for (let n = 0; n < 10; n += 1) expect((await signIn(`p${n}@fernhill.example`, "203.0.113.9")).status).toBe(401);
    const passed: string[] = [];
    for (let n = 0; n < 50; n += 1) {
      const forwarded = spellings[n % spellings.length]?.(n) ?? "";
      if ((await signIn(`q${n}@fernhill.example`, forwarded)).status !== 429) passed.push(forwarded);
    }
    expect(passed).toEqual([]);

    const entered = await signIn(people.admin.email, "198.51.100.7", password);
    expect(entered.status).toBe(200);
    const cookie = entered.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const left = await fetch(`${here}/api/auth/sign-out`, {
      method: "POST",
      headers: {
        cookie,
        "content-type": "application/json",
        "x-switchboard": "1",
        origin: "https://switchboard.example",
      },
      body: "{}",
    });
    expect([left.status, left.headers.get("clear-site-data")]).toEqual([200, '"cache", "storage"']);
  } finally {
    await product.stop();
  }
});

for (const path of ["/credentials", "/phone-numbers", "/audit"])
  test(`the HTML of ${path} has the frame first and then the rows`, async ({ product }) => {
    const html = async () => {
      const response = await fetch(product.origin + path, { headers: { cookie: cookieHeader(product.cookies.admin) } });
      return (await response.text()).replace(/<script[\s\S]*?<\/script>/g, "");
    };
    // What is not read within a moment follows by script.
    await expect.poll(html).toMatch(/id="main"[\s\S]*<h1[\s\S]*data-row-id=/);
  });
