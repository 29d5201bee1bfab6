import { expect, test } from "@playwright/test";
import { isInstalled, proxyNames, startProxy } from "../../lib/testing/server/proxies";
import { callThrough } from "../../lib/testing/server/through-proxy";
import { timeoutMs } from "../../lib/testing/timeout-ms";
import { password, people } from "../support/people";
import { freePort } from "../support/product";
import { openReplicaStage, type ReplicaStage } from "../support/replica-stage";

let stage: ReplicaStage;

test.beforeEach(async () => {
  stage = await openReplicaStage();
});

test.afterEach(() => stage.close());

for (const name of proxyNames)
  test(`sends each action once while two replicas behind ${name} restart one after the other`, async () => {
    test.skip(!isInstalled(name), `${name} is not installed here.`);
    test.setTimeout(timeoutMs(240_000));
    const ports = [await freePort(), await freePort()];
    const start = (index: number) =>
      stage.start(`replica-${index}`, {
        PORT: String(ports[index]),
        SWITCHBOARD_ORIGIN: "https://switchboard.example.com",
        SWITCHBOARD_TRUSTED_HOPS: "1",
      });
    const replicas = [await start(0), await start(1)];
    const proxy = await startProxy(
      name,
      ports.map((port) => `127.0.0.1:${port}`),
    );
    try {
      await expect.poll(() => callThrough(proxy.port, "/readyz").then(({ status }) => status, proxy.output)).toBe(200);
      const senders = startSenders(proxy.port, await signIn(proxy.port));
      for (const index of [0, 1]) {
        const before = senders.statuses.length;
        await expect.poll(() => senders.statuses.length).toBeGreaterThan(before + 5);
        await replicas[index]?.stop();
        replicas[index] = await start(index);
      }
      const statuses = await senders.stop();
      console.log(`${statuses.length} pauses were sent through ${name}`);
      expect(statuses.filter((status) => status !== 200)).toEqual([]);
      const arrived = statuses.map((_, nth) =>
        stage.platform.seen.filter(({ url }) => url.endsWith(`/c${nth}-/pause`)),
      );
      expect(arrived.filter(({ length }) => length !== 1)).toEqual([]);
    } finally {
      await proxy.stop();
      await Promise.all(replicas.map((replica) => replica.stop()));
    }
  });

async function signIn(port: number) {
  const body = { email: people.admin.email, password };
  const { headers } = await callThrough(port, "/api/auth/sign-in/email", { method: "POST", body });
  return (headers["set-cookie"] ?? []).map((line) => line.split(";", 1).join()).join("; ");
}

/** Pauses one campaign after the other, four at a time, until stopped. A request without an answer has the status 0. */
function startSenders(port: number, cookie: string) {
  const statuses: number[] = [];
  let isOver = false;
  let next = 0;
  async function send() {
    while (!isOver) {
      const path = `/api/v1/campaigns/c${next++}-/pause`;
      const call = callThrough(port, path, { method: "POST", body: {}, headers: { cookie } });
      statuses.push(
        await call.then(
          ({ status }) => status,
          () => 0,
        ),
      );
    }
  }
  const sending = [1, 2, 3, 4].map(send);
  return {
    statuses,
    async stop() {
      isOver = true;
      await Promise.all(sending);
      return statuses;
    },
  };
}
