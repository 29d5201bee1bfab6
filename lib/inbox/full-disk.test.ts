import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { freeSpace } from "@/lib/contract/console/inbox/space";
import { makeBodyDays } from "@/lib/db/console/body-days";
import { bodyTable } from "@/lib/db/console/tables/inbox";
import { openDatabase } from "@/lib/db/database";
import { watchDisk } from "@/lib/db/disk-watch";
import { startEmbedded } from "@/lib/db/embedded";
import { consoleMigrations, migrate } from "@/lib/db/migrate";
import { hookPath, newHookToken } from "@/lib/hook-token";
import { personWith } from "@/lib/testing/console";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { ensureAddress } from "./addresses";
import { createDisk } from "./disk";
import { readArrivals } from "./read-arrivals";
import { createReceiver } from "./receive";
import { makeRoom, space } from "./space";

const mebibyte = 1024 * 1024;
const accountId = "one organization";
const secret = "a secret of thirty-two characters or more";
const log = pino({ level: "silent" });

/** A disk in memory; undefined if this user must not mount one. */
function smallDisk(bytes: number) {
  const place = mkdtempSync(join(tmpdir(), "switchboard-small-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes},mode=755`, "switchboard-test", place], {
      stdio: "ignore",
    });
  } catch {
    rmSync(place, { recursive: true });
    return undefined;
  }
  const unmount = () => {
    execFileSync("umount", ["--lazy", place]);
    rmSync(place, { recursive: true });
  };
  return { place, unmount };
}

const disk = smallDisk(700 * mebibyte);

async function startOn(place: string) {
  const postgres = await startEmbedded(place);
  const [database, urgent] = [openDatabase(postgres.url), openDatabase(postgres.url, { urgent: true })];
  await migrate(database.pool, consoleMigrations);
  const free = () => {
    const { bavail, blocks, bsize } = statfsSync(place);
    return { free: bavail * bsize, size: blocks * bsize };
  };
  const watch = watchDisk({ url: postgres.url, freeBytes: () => free().free, log: () => {}, everyMs: 3_600_000 });
  const measured = createDisk({ directory: place, holdsDatabase: true, measure: free });
  const directory = join(place, "events");
  const receiver = createReceiver({ db: database.db, secret, directory, disk: measured, log });
  const server = createServer((request, response) => void receiver.answer(request, response));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await watch.stop();
    await receiver.stop();
    await Promise.all([database.close(), urgent.close()]);
    await postgres.stop();
  };
  return { db: database.db, urgent: urgent.db, disk: measured, free: () => free().free, watch, origin, receiver, stop };
}

test.skipIf(!disk)(
  "keeps the database writable under attack, and frees space on a full disk",
  async () => {
    const { place, unmount } = disk ?? { place: "", unmount: () => {} };
    const { db, urgent, free, watch, origin, stop, ...started } = await startOn(place);
    onTestFinished(async () => {
      await stop();
      unmount();
    });
    const token = newHookToken();
    await ensureAddress(db, { accountId, secret, name: "Ours", token, by: "Mara" });
    await started.receiver.changed();
    await makeBodyDays(db);
    const statuses: number[] = [];
    let count = 0;
    const post = async (bytes: number) => {
      count += 1;
      const body = `{"event":"x","call_id":"c${count}","transcript":"${randomBytes(bytes / 2).toString("hex")}"}`;
      const status = (await fetch(origin + hookPath(token), { method: "POST", body })).status;
      statuses.push(status);
      return status;
    };
    const write = () =>
      db
        .execute(
          sql`insert into console.hook_stray values ('', 404, ${String(Math.random())}, '', '', now(), now(), 1)`,
        )
        .then(
          () => "written",
          () => "refused",
        );

    // 540 MB of bodies in 400 MB of space.
    for (let nth = 0; nth < 60; nth += 1) await post(9 * mebibyte);
    expect(new Set(statuses)).toEqual(new Set([200]));
    await watch.check();
    expect([free() > 300 * mebibyte, await write()]).toEqual([true, "written"]);

    // Something else fills the disk: the oldest day of contents makes room.
    await db.execute(sql`create table console.hook_body_20200101 partition of console.hook_body
      for values from ('2020-01-01T00:00:00Z') to ('2020-01-02T00:00:00Z')`);
    await db.execute(sql`create table console.hook_body_20200102 partition of console.hook_body
      for values from ('2020-01-02T00:00:00Z') to ('2020-01-03T00:00:00Z')`);
    for (let nth = 0; nth < 12; nth += 1)
      for (const day of [1, 2])
        await db.insert(bodyTable).values({
          arrivalId: `${day} ${nth}`,
          at: new Date(`2020-01-0${day}T12:00:00Z`),
          body: randomBytes(8 * mebibyte),
        });
    const filler = join(place, "filler");
    const fillTo = (left: number) => {
      for (let more = free() - left; more > 0; more -= mebibyte)
        writeFileSync(filler, Buffer.alloc(Math.min(more, mebibyte)), { flag: "a" });
    };
    fillTo(110 * mebibyte);
    await watch.check();
    await expect.poll(write).toBe("refused");
    const room = () => makeRoom({ db, urgent, disk: started.disk, log: { warn: () => {} } });
    expect(await room()).toBe(true);
    await watch.check();
    await expect.poll(write).toBe("written");

    // Full again, and nothing to drop by itself: facts go to the spool, until that would take what PostgreSQL needs.
    fillTo(70 * mebibyte);
    await watch.check();
    await expect.poll(write).toBe("refused");
    expect(await room()).toBe(false);
    const before = count;
    expect([await post(9 * mebibyte), await post(1_000)]).toEqual([200, 200]);
    fillTo(40 * mebibyte);
    expect(await post(1_000)).toBe(503);

    // An admin frees space meanwhile.
    const operations = space({ db, urgent, disk: started.disk, accountId, changed: () => {} });
    const freeing = operations.find(({ op }) => op === freeSpace);
    await freeing?.run({ keep_days: 1 }, { person: personWith("admin"), address: null, requestId: "r" });
    truncateSync(filler);
    await watch.check();
    await expect.poll(write).toBe("written");
    const reading = {
      ...{ db, accountId, log, ownNumbers: async () => new Set<string>() },
      ...{ campaignsOf: async () => new Map<string, string>(), blockedOf: async () => new Map<string, Date>() },
    };
    const events = async () => {
      await readArrivals(reading);
      const { rows } = await db.execute<{ events: number }>(
        sql`select count(*)::int as events from console.hook_event`,
      );
      return rows[0]?.events;
    };
    await expect.poll(events, { timeout: timeoutMs(20_000) }).toBe(before + 2);
  },
  timeoutMs(180_000),
);
