import { readdir } from "node:fs/promises";
import { asc } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { arrivalTable, bodyTable } from "@/lib/db/console/tables/inbox";
import { openDatabase } from "@/lib/db/database";
import { hookPath } from "@/lib/hook-token";
import { databaseProxy } from "@/lib/testing/database/database-proxy";
import { freshInbox, listeningReceiver } from "@/lib/testing/inbox";

const { database, db, token } = await freshInbox();

/** A receiver whose database can go away. */
async function throughProxy() {
  const proxy = await databaseProxy(database.url);
  const away = openDatabase(proxy.url);
  const listening = await listeningReceiver(away.db);
  onTestFinished(async () => {
    await listening.close();
    await away.close();
    await db.delete(arrivalTable);
    await db.delete(bodyTable);
  });
  const post = async (body: string) => {
    const response = await fetch(listening.origin + hookPath(token), { method: "POST", body });
    return { status: response.status, ...((await response.json()) as { id: string }) };
  };
  return { proxy, post, files: () => readdir(listening.directory) };
}

const stored = () => db.select().from(arrivalTable).orderBy(asc(arrivalTable.at), asc(arrivalTable.id));

test.each(["cut", "swallow"] as const)(
  "loses no event when the database is away (%s), and loads them in order",
  async (how) => {
    const { proxy, post, files } = await throughProxy();
    const before = await post('{"nth":0}');
    proxy[how]();
    const during = [];
    for (let nth = 1; nth <= 5; nth += 1) during.push(await post(`{"nth":${nth}}`));
    expect(during.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await files()).toHaveLength(5);
    if (how === "swallow") proxy.cut();
    proxy.mend();
    await expect.poll(files).toEqual([]);
    expect((await stored()).map(({ id }) => id)).toEqual([before, ...during].map(({ id }) => id));
    const bodies = await db.select().from(bodyTable).orderBy(asc(bodyTable.at), asc(bodyTable.arrivalId));
    expect(bodies.map(({ body }) => body.toString())).toEqual([0, 1, 2, 3, 4, 5].map((nth) => `{"nth":${nth}}`));
  },
);
