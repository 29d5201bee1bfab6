import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { afterAll, inject } from "vitest";
import { type OpenDatabase, openDatabase } from "@/lib/db/database";

/** Creates an empty database for one test file on the run's server. Dropped when the file is done. */
export async function freshDatabase(): Promise<OpenDatabase> {
  const server = inject("postgresUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await run(server, `create database ${name} template template0`);
  const url = withDatabase(server, name);
  const database = openDatabase(url, { connections: 5 });
  const close = once(database.close);
  afterAll(async () => {
    await close();
    await run(server, `drop database if exists ${name} with (force)`);
  });
  return { ...database, close };
}

async function run(url: string, statement: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const withDatabase = (url: string, name: string) => url.replace(/^([a-z]+:\/\/[^/]*)\/[^?]*/, `$1/${name}`);

function once(close: () => Promise<void>) {
  let closed: Promise<void> | undefined;
  return () => {
    closed ??= close();
    return closed;
  };
}
