import { createHmac } from "node:crypto";
import { from as copyFrom } from "pg-copy-streams";
import { beforeAll, expect, test } from "vitest";
import { openBackup } from "@/lib/backup/backup-file";
import { applySettings, columnList, copyWith, tableName } from "@/lib/backup/catalog";
import { schemas } from "@/lib/backup/manifest";
import { listDoNotCall } from "@/lib/contract/console/do-not-call";
import { findPerson } from "@/lib/contract/console/person";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { closeClient, createClient } from "@/lib/db/client";
import { applyMigrations } from "@/lib/db/migrate";
import { isErasedIn, storedErasures } from "@/lib/erasure/erasure-records";
import { keyFor, sealOf, sealText } from "@/lib/secret";
import { freshConsole, personWith } from "@/lib/testing/console";
import { emptyDatabase } from "@/lib/testing/database/fresh-database";
import { dumpPathOf, dumpSecret as secret } from "@/lib/testing/database/release-dumps";
import { compareList, importEntry } from "@/lib/testing/sent-list";

/** People of Brazil, as version 1.0.0 was given their numbers, and in the other spelling. */
const people = {
  sent: ["+551187654321", "+5511987654321"],
  sentToday: ["+5511987650002", "+551187650002"],
  blocked: ["+551187650003", "+5511987650003"],
  blockedToday: ["+5511987650004", "+551187650004"],
  erased: ["+551187650005", "+5511987650005"],
  erasedToday: ["+5511987650006", "+551187650006"],
} as const;
const accountId = "account";

const hashOf = (number: string) =>
  createHmac("sha256", Buffer.from(keyFor("phone numbers", secret), "hex"))
    .update(number)
    .digest();

/** Digits in the forms that 1.0.0 looked for. */
const formsOf = (number: string) => [number.slice(1), `550${number.slice(3)}`, `0${number.slice(3)}`];

/** A database with the tables and rows of the dump of 1.0.0, before any migration since. */
async function formerDatabase() {
  const database = await emptyDatabase();
  const backup = await openBackup(dumpPathOf("1.0.0"));
  const client = createClient({ connectionString: database.url });
  await client.connect();
  await client.query("begin");
  await applySettings(client);
  for (const schema of schemas)
    await applyMigrations(client, schema, { from: 0, to: backup.manifest.migrations[schema.schema]?.length ?? 0 });
  await client.query("set local session_replication_role = replica");
  for (const table of backup.manifest.tables) {
    await client.query(`truncate ${tableName(table)} cascade`);
    const into = client.query(copyFrom(`copy ${tableName(table)} (${columnList(table)}) from stdin`));
    await copyWith(client, into, (stream) => backup.copyTo(table, stream));
  }
  await backup.close();
  const { counts, rules, ...entry } = importEntry("c_old", "list_1", 2);
  await client.query(
    `insert into console.contact_import (id, campaign_id, file_name, sha256, rows, bytes, counts, rules, outcome, status, begun_at,
       finished_at, person_id, by, key_print) values ('import_1', 'c_old', 'spring.csv', $1, 2, 100, $2, $3, 'ok', 200, now(), now(),
       'p1', 'Ines', $4)`,
    [entry.sha256, counts, rules, accountId],
  );
  const { rows } = await client.query(
    `insert into console.contact_list (id, account_id, campaign_id, import_id, person_id, opened_at)
       values ('list_1', $1, 'c_old', 'import_1', 'p1', now()) returning key`,
    [accountId],
  );
  for (const [row, number] of [people.sent[0], people.sentToday[0], people.erased[0]].entries())
    await client.query(
      `insert into console.list_number (list, "row", number, country, zones) values ($1, $2, $3, 'BR', 0)`,
      [...[rows[0].key, row + 2, hashOf(number).subarray(16)]],
    );
  for (const [number] of [people.blocked, people.blockedToday])
    await client.query(
      `insert into console.do_not_call (number, sealed, reason, source, added_at, by)
         values ($1, $2, 'asked', 'by phone', now(), 'Ines')`,
      [hashOf(number).subarray(0, 16), sealText(keyFor("do-not-call numbers", secret), number, "do-not-call")],
    );
  for (const [number] of [people.erased, people.erasedToday])
    await client.query(
      `insert into console.erasure (id, kind, hashes, sent, at, reason, by) values ($1, 'number', $2, $3, now(), 'Asked', 'Mara')`,
      [
        number,
        formsOf(number).map((form) => sealOf(keyFor("erasures", secret), form)),
        hashOf(number).subarray(16).toString("hex"),
      ],
    );
  await client.query("commit");
  await closeClient(client);
  return database;
}

let former: Awaited<ReturnType<typeof freshConsole>>;
beforeAll(async () => {
  const read = () => Promise.reject(new Problem("upstream-unreachable"));
  former = await freshConsole({ database: await formerDatabase(), secret, collect: { accountId, read } });
});

const ask = <Op extends Operation>(op: Op, input: InputOf<Op>) =>
  former.run(op, input, personWith("admin")) as Promise<OutputOf<Op>>;

test.each([
  ["in the spelling of the upload", people.sent[0]],
  ["in today's spelling", people.sent[1]],
  ["uploaded in today's spelling", people.sentToday[0]],
  ["in the former spelling", people.sentToday[1]],
])("recognizes a person whom 1.0.0 uploaded, %s", async (_how, number) => {
  const { sent } = await compareList(ask, "c_old", [number]);
  expect(sent).toMatchObject([{ import_id: "import_1", as: "sent_here", positions: [0] }]);
  expect((await ask(findPerson, { number })).sent.map(({ import_id }) => import_id)).toEqual(["import_1"]);
});

test.each([...people.blocked, ...people.blockedToday])(
  "leaves out a person whom 1.0.0 blocked, as %s",
  async (number) => {
    expect((await compareList(ask, `c ${number}`, [number])).blocked).toEqual([0]);
    expect((await ask(listDoNotCall, { number })).latest).toHaveLength(1);
  },
);

test.each([...people.erased, ...people.erasedToday])("knows a person whom 1.0.0 erased, as %s", async (number) => {
  const isErased = isErasedIn(secret, await storedErasures(former.database.db));
  expect(isErased(number.slice(1))).toBe(true);
  expect(isErased(number.slice(1).replace(/.$/, "9"))).toBe(false);
});
