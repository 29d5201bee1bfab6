import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { cookieOf, mara, password } from "@/lib/testing/console";
import { runs } from "@/lib/testing/runs";
import { isInstalled, type ProxyName, proxyNames, startProxy } from "@/lib/testing/server/proxies";
import { origin, startRoutes } from "@/lib/testing/server/routes";
import { answerTo, beginThrough, callThrough, openStreamThrough } from "@/lib/testing/server/through-proxy";
import { timeoutMs } from "@/lib/testing/timeout-ms";

const { here, platform } = await startRoutes();
const mebibyte = 1024 * 1024;
const hooks = "hooks.example.com";

/** Not through a proxy, because sign-ins through it are limited below. */
const entered = await fetch(`${here}/api/auth/sign-in/email`, {
  method: "POST",
  headers: { "content-type": "application/json", "x-switchboard": "1", origin, "x-forwarded-for": "198.51.100.20" },
  body: JSON.stringify({ email: mara.email, password }),
});
const cookie = cookieOf(entered.headers.getSetCookie());

const signIn = (port: number, email: string, ownPassword: string, headers = {}) =>
  callThrough(port, "/api/auth/sign-in/email", { method: "POST", body: { email, password: ownPassword }, headers });

/** Starts a proxy and waits until it answers. */
async function start(name: ProxyName) {
  const proxy = await startProxy(name, [here.replace("http://", "")]);
  const isReady = async () => expect((await callThrough(proxy.port, "/readyz")).status, proxy.output()).toBe(200);
  await vi.waitFor(isReady, { timeout: timeoutMs(30_000) }).catch((error: unknown) =>
    proxy.stop().then(() => {
      throw error;
    }),
  );
  return proxy;
}

describe.each(proxyNames)("behind %s", (name) => {
  const testHere = test.skipIf(!isInstalled(name));
  let proxy: Awaited<ReturnType<typeof start>>;

  beforeAll(async () => {
    if (!isInstalled(name)) return;
    proxy = await start(name);
    return proxy.stop;
  });

  testHere("sends an event at once, also compressed, while the stream stays open", async () => {
    const { port } = proxy;
    const stream = await openStreamThrough(port, cookie);
    onTestFinished(() => void stream.leave());
    if (name === "nginx") expect(stream.isPacked).toBe(true);
    const before = stream.text;
    const labelled = await callThrough(port, `/api/console/saved/calls/${name}`, {
      method: "POST",
      headers: { cookie },
      body: { label: "Ring back" },
    });
    expect(labelled.status).toBe(200);
    await expect.poll(() => stream.text.slice(before.length)).toContain("saved");
    expect(stream.isOver).toBe(false);
  });

  testHere("passes a large upload on while it is still being sent, and keeps no copy", async () => {
    const { port, folder, output } = proxy;
    const mebibytes = runs(64, 510);
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="big.csv"\r\n\r\nphone_number,name\r\n';
    const tail = "\r\n--b--\r\n";
    const block = Buffer.alloc(mebibyte, `+14155550101,${"A".repeat(1_009)}\r\n`);
    const bytes = head.length + mebibytes * mebibyte + tail.length;
    platform.seen.length = 0;
    const sending = beginThrough(port, "/api/v1/campaigns/c-1/contacts/upload", {
      method: "POST",
      headers: { cookie, "content-type": "multipart/form-data; boundary=b", "content-length": bytes },
    });
    const answer = answerTo(sending);
    sending.write(head);
    for (let sent = 0; sent < mebibytes; sent += 1) if (!sending.write(block)) await once(sending, "drain");
    sending.end(tail);
    expect((await answer).status).toBe(200);
    if (name === "nginx") {
      for (const part of ["client_body", "proxy"]) expect(readdirSync(join(folder, part))).toEqual([]);
      expect(output()).not.toContain("temporary file");
    }
  });

  testHere("counts failed sign-ins by the real address when X-Forwarded-For is forged", async () => {
    const { port } = proxy;
    const statuses: number[] = [];
    for (let n = 0; n < 14 && statuses.at(-1) !== 429; n += 1) {
      const headers = { "x-forwarded-for": `203.0.113.${n}`, forwarded: `for=203.0.113.${n}` };
      statuses.push((await signIn(port, `${name}-${n}@fernhill.example`, "not it", headers)).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  testHere("sends transport security", async () => {
    const { port } = proxy;
    const { headers } = await callThrough(port, "/healthz");
    expect(headers["strict-transport-security"]).toMatch(/^max-age=\d{8}/);
  });

  testHere("answers 404 under the hooks name to all but /hooks/", async () => {
    const { port } = proxy;
    const hidden = ["/", "/sign-in", "/readyz", "/metrics", "/api/events", "/hooks/../sign-in", "/hooks/%2e%2e/readyz"];
    const disguised = ["/sign-in/../hooks/x", "/readyz/..//hooks/x", "//readyz"];
    for (const path of [...hidden, ...disguised])
      expect((await callThrough(port, path, { host: hooks, headers: { cookie } })).status, path).toBe(404);
    const made = await callThrough(port, "/api/console/inbox/addresses", {
      ...{ method: "POST", headers: { cookie }, body: { name: `Behind ${name}` } },
    });
    const { data } = JSON.parse(made.body);
    const shown = await callThrough(port, `/api/console/inbox/addresses/${data.id}/show`, {
      ...{ method: "POST", headers: { cookie }, body: {} },
    });
    const { pathname } = new URL(JSON.parse(shown.body).url);
    const sent = await callThrough(port, pathname, { host: hooks, method: "POST", body: { event: "call.ended" } });
    expect([sent.status, JSON.parse(sent.body).received]).toEqual([200, true]);
  });

  testHere("logs a request to the console and none to /hooks/, under any name or port", async () => {
    const { port, plainPort, accessLog } = proxy;
    const token = `t${name}AAAABBBBCCCCDDDD`;
    for (const host of ["switchboard.example.com", hooks])
      for (const path of [`/hooks/${token}`, `/hooks/${token}?x=1`, `//hooks/${token}`])
        await callThrough(port, path, { host, method: "POST", body: {} });
    await fetch(`http://127.0.0.1:${plainPort}/hooks/${token}`, {
      ...{ method: "POST", redirect: "manual", headers: { host: "switchboard.example.com" } },
    });
    await callThrough(port, `/readyz?after=${token.slice(0, 4)}`);
    await expect.poll(accessLog).toContain(`/readyz?after=${token.slice(0, 4)}`);
    expect(accessLog()).not.toContain(token);
  });
});
