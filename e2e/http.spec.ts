import { createConnection } from "node:net";
import { text } from "node:stream/consumers";
import { cookieHeader } from "./support/people";
import { expect, test } from "./support/test";

/** Sends exactly these lines. Browsers and node's client would refuse to send most of them. */
async function sendRaw(origin: string, lines: readonly string[]) {
  const { hostname, port } = new URL(origin);
  const socket = createConnection({ host: hostname, port: Number(port) });
  const connection = lines.some((line) => line.startsWith("upgrade:")) ? "upgrade, close" : "close";
  socket.write(`${lines.join("\r\n")}\r\nconnection: ${connection}\r\n\r\n`);
  const answer = await text(socket);
  return { status: Number(answer.slice(9, 12)), answer };
}

test("answers 405 when a page is requested with another method than GET or HEAD", async ({ product }) => {
  for (const method of ["PUT", "DELETE", "TRACE", "PATCH", "POST", "OPTIONS"])
    for (const path of ["/", "/sign-in", "/team", "/healthz", "/_next/static/none.js"]) {
      const { status, answer } = await sendRaw(product.origin, [`${method} ${path} HTTP/1.1`, "host: a"]);
      expect(status, `${method} ${path}`).toBe(405);
      expect(answer.toLowerCase()).toContain("\r\nallow: get, head\r\n");
    }
});

test("ignores upgrade requests, also when pages were rendered before", async ({ product }) => {
  await fetch(`${product.origin}/sign-in`);
  for (const path of ["/healthz", "/api/v1/webhooks", "/team", "//x", "/calls/", "/%ff"]) {
    const plain = await sendRaw(product.origin, [`GET ${path} HTTP/1.1`, "host: a"]);
    expect(plain.status, path).toBeGreaterThan(0);
    for (const protocol of ["websocket", "h2c"]) {
      const asked = await sendRaw(product.origin, [`GET ${path} HTTP/1.1`, "host: a", `upgrade: ${protocol}`]);
      expect(asked.status, `${path} ${protocol}`).toBe(plain.status);
    }
  }
});

test("answers 400 to absolute URLs and to two host headers", async ({ product }) => {
  const heads = [
    ["GET http://evil.example/team HTTP/1.1", "host: a"],
    ["GET evil.example HTTP/1.1", "host: a"],
    ["OPTIONS * HTTP/1.1", "host: a"],
    ["GET / HTTP/1.1", "host: a", "host: b"],
    ["GET / HTTP/1.1", "Host: a", "HOST: a"],
    ["GET /api/v1/webhooks HTTP/1.1", "host: a", "host: b"],
  ];
  for (const head of heads) {
    const { status, answer } = await sendRaw(product.origin, head);
    expect(status, head.join()).toBe(400);
    expect(answer).not.toContain("evil.example");
  }
});

test("serves no image optimizer, and no platform address to visitors", async ({ product }) => {
  const image = `${product.origin}/_next/image?url=%2Ficon.svg&w=64&q=75`;
  expect((await fetch(image)).status).toBe(404);
  expect((await fetch(`${product.origin}/api/auth/line`)).status).toBe(404);
});

test("sends security headers with every answer", async ({ product }) => {
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

test("keeps idle connections open for longer than the usual 60 s of proxies", async ({ product }) => {
  const { headers } = await fetch(`${product.origin}/healthz`);
  expect(headers.get("keep-alive")).toBe("timeout=75");
});

test("redirects a visitor to sign in with a return path, without rendering the page", async ({ product }) => {
  const answer = await fetch(`${product.origin}/campaigns/a%2Fb?tab=log`, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([
    307,
    "/sign-in?return=%2Fcampaigns%2Fa%252Fb%3Ftab%3Dlog",
  ]);
  expect(await answer.text()).toBe("Sign in to continue.");
});

test("sends a console page's frame first and then its rows", async ({ product }) => {
  for (const path of ["/credentials", "/phone-numbers", "/audit"]) {
    const html = async () => {
      const response = await fetch(product.origin + path, { headers: { cookie: cookieHeader(product.cookies.admin) } });
      return (await response.text()).replace(/<script[\s\S]*?<\/script>/g, "");
    };
    // A script inserts data that takes longer to read, so only a fast answer has rows in its HTML.
    await expect.poll(html, path).toMatch(/id="main"[\s\S]*<h1[\s\S]*data-row-id=/);
  }
});
