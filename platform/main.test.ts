import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { afterAll, expect, test } from "vitest";
import { miscounted } from "@/lib/testing/campaign-counters";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { createAsk, csvFile } from "@/lib/testing/local-platform";
import { createBundler } from "@/lib/testing/run-script";
import { runs } from "@/lib/testing/runs";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { seeded } from "@/platform/seed/seed";
import { campaignTable } from "./tables/campaigns";

const { db, url } = await freshDatabase();
const main = await createBundler()("platform/main.ts");
const key = "fh_main_2c8e5a";
const started = new Set<ChildProcess>();
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
});

function forkPlatform(environment: Record<string, string> = {}) {
  const child = fork(main, {
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...process.env,
      DATABASE_URL: url,
      SWITCHBOARD_PLATFORM_PORT: "0",
      SWITCHBOARD_PLATFORM_KEY: key,
      ...environment,
    },
  });
  started.add(child);
  const ended = once(child, "exit").then(([code, signal]) => ({ code, signal }));
  return { child, ended };
}

async function start(environment: Record<string, string> = {}) {
  const { child, ended } = forkPlatform(environment);
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (printed += text));
  const message = await Promise.race([once(child, "message").then(([sent]) => sent), ended]);
  return { child, ended, address: message.ready?.address as string, printed: () => printed };
}

test("reports its address, prints nothing and exits at SIGTERM", async () => {
  const { child, ended, address, printed } = await start();
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await createAsk(address)("GET", "/v1/webhooks", { key })).status).toBe(200);
  child.kill("SIGTERM");
  expect(await ended).toEqual({ code: 0, signal: null });
  expect(printed()).toBe("");
});

test("tells its starter the sample records after it is ready", async () => {
  const { child, ended } = await start();
  const [{ samples }] = (await once(child, "message")) as [
    { samples: { resource: string; id: string; name: string }[] },
  ];
  const { campaigns, workflows, tools, calls } = seeded;
  const idsOf = (resource: string) => samples.filter((sample) => sample.resource === resource).map(({ id }) => id);
  expect(idsOf("campaigns")).toEqual(expect.arrayContaining(Object.values(campaigns)));
  expect(idsOf("campaigns")).toHaveLength(Object.keys(campaigns).length + 1);
  expect(idsOf("workflows").toSorted()).toEqual(Object.values(workflows).toSorted());
  expect(idsOf("tools").toSorted()).toEqual(Object.values(tools).toSorted());
  expect(idsOf("calls")).toEqual(expect.arrayContaining(Object.values(calls)));
  child.kill("SIGTERM");
  await ended;
});

test("exits when its parent process is gone", async () => {
  const { child, ended } = await start();
  child.disconnect();
  expect(await ended).toEqual({ code: 0, signal: null });
});

test("exits when its parent process is gone before it has started", async () => {
  const { child, ended } = forkPlatform();
  child.disconnect();
  expect(await ended).toEqual({ code: 0, signal: null });
});

test("refuses to start without a key", async () => {
  const { ended, printed } = await start({ SWITCHBOARD_PLATFORM_KEY: "" });
  expect((await ended).code).toBe(1);
  expect(printed()).toBe("SWITCHBOARD_PLATFORM_KEY must be set for the local platform.\n");
});

test("loses no acknowledged upload and keeps its counters consistent when killed", async () => {
  let acknowledged = 0;
  for (let kills = 0; kills < runs(2, 4); kills += 1) {
    const { child, ended, address } = await start();
    const ask = createAsk(address);
    const killing = setTimeout(() => child.kill("SIGKILL"), timeoutMs(150 + 350 * kills));
    for (let sent = 0; child.exitCode === null && child.signalCode === null; sent += 1) {
      const rows = Array.from(
        { length: 500 },
        (_, row) => `+4${String(4_000_000_000 + kills * 10_000_000 + sent * 1_000 + row)},N`,
      );
      const body = csvFile(`phone_number,name\n${rows.join("\n")}\n`);
      const answer = await ask("POST", `/v1/campaigns/${seeded.campaigns.draft}/contacts/upload`, { key, body }).catch(
        () => {},
      );
      if (answer?.status === 200) acknowledged = answer.body.data.contacts_count;
    }
    await ended;
    clearTimeout(killing);
    const [draft] = (await db.select().from(campaignTable)).filter(({ id }) => id === seeded.campaigns.draft);
    // One more list can be stored, if the kill cut off its answer.
    expect([acknowledged, acknowledged + 500]).toContain(draft?.total_contacts);
    expect(await miscounted(db)).toEqual([]);
    acknowledged = draft?.total_contacts ?? 0;
  }
  expect(acknowledged).toBeGreaterThan(0);
});
