import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { json, type Reply } from "../lib/testing/fault-replies";
import { startFaultUpstream } from "../lib/testing/fault-upstream";
import { campaign, healthyPlatform } from "../lib/testing/healthy-platform";
import { createWriter } from "./support/acknowledged";
import { makeAddress, receivedIds, sendEvents } from "./support/event-sender";
import { cookieHeader } from "./support/people";
import { killNow, leftOn, processesOf } from "./support/processes";
import { freePort, startProduct } from "./support/product";

test("loses no acknowledged write or event when app and database are killed, and marks a send as unknown", async () => {
  const platform = await startFaultUpstream(countVersions());
  const dataDir = mkdtempSync(join(tmpdir(), "switchboard-killed-"));
  const env = {
    VOICE_API_BASE_URL: platform.baseUrl,
    VOICE_API_KEY: "kill_key_5521",
    LOG_LEVEL: "fatal",
    // The writer keeps its address.
    PORT: String(await freePort()),
  };
  const first = await startProduct(env, dataDir);
  let second: Awaited<ReturnType<typeof startProduct>> | undefined;
  try {
    const writer = await createWriter(first.setupUrl ?? "");
    const headers = {
      cookie: cookieHeader(writer.cookies),
      "sec-fetch-site": "same-origin",
      "x-switchboard": "1",
    };
    await writer.oneOfEach();
    platform.suffer("hang-before", ({ url }) => url?.endsWith("/start") ?? false);
    const sent = fetch(`${first.origin}/api/v1/campaigns/${campaign}/start`, { method: "POST", headers }).catch(
      () => undefined,
    );
    await expect.poll(() => platform.seen.some(({ url }) => url.endsWith("/start"))).toBe(true);
    const events = sendEvents(await makeAddress(first.origin, headers));
    await expect.poll(() => events.acknowledged.length).toBeGreaterThan(100);
    writer.begin();
    const acknowledgedBefore = writer.counts().acknowledged;
    await expect.poll(() => writer.counts().acknowledged).toBeGreaterThan(acknowledgedBefore + 20);
    const { app, postmaster } = processesOf(first.pid);
    for (const pid of [app, postmaster]) killNow(pid ?? 0);
    await sent;
    await writer.end();
    await events.end();
    await first.ended;

    second = await startProduct(env, dataDir);
    expect(second.setupUrl).toBeUndefined();
    expect(await writer.lost()).toEqual([]);
    const received = () => receivedIds(second?.origin ?? "", headers);
    await expect.poll(async () => notIn(await received(), events.acknowledged)).toEqual([]);
    const ids = await received();
    expect(ids.length).toBe(new Set(ids).size);
    const audit = await fetch(`${second.origin}/api/console/audit`, {
      ...{ method: "POST", headers: { ...headers, "content-type": "application/json" }, body: '{"limit":500}' },
    });
    const { data } = (await audit.json()) as { data: { action: string; outcome: string }[] };
    const starts = data.filter(({ action }) => action === "campaigns.start");
    expect(starts.map(({ outcome }) => outcome)).toEqual(["unknown"]);
    await writer.oneOfEach();
  } finally {
    await first.stop();
    await second?.stop();
    await platform.close();
    const processes = leftOn(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
    expect(processes).toEqual([]);
  }
});

const notIn = (present: readonly string[], wanted: readonly string[]) => {
  const known = new Set(present);
  return wanted.filter((id) => !known.has(id));
};

/** A platform that counts the published versions of each workflow. */
function countVersions(): Reply {
  const versions = new Map<string, number>();
  return (request, response) => {
    const id = /\/v1\/workflows\/([^/]+)/.exec(request.url ?? "")?.[1];
    if (!id) return healthyPlatform(request, response);
    const version = (versions.get(id) ?? 0) + (request.method === "POST" ? 1 : 0);
    versions.set(id, version);
    return json(200, { success: true, data: { id, version, status: "published" } })(request, response);
  };
}
