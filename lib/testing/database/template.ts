import { Client } from "pg";
import { type OpenDatabase, openDatabase } from "@/lib/db/database";
import { databaseUrl } from "./databases";

type Template = {
  name: string;
  /** The database that it begins as a copy of. */
  from: string;
  fill(database: OpenDatabase): Promise<void>;
};

const made = new Set<string>();

/** Makes a database to copy unless the run has it already. Files of other workers that ask meanwhile wait for it. */
export async function ensureTemplate(server: string, { name, from, fill }: Template): Promise<void> {
  if (made.has(name)) return;
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext($1))", [name]);
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (rowCount) return void made.add(name);
    // Under its own name only when it is whole, so that nobody copies half of one.
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished} template ${from}`);
    try {
      const database = openDatabase(databaseUrl(server, unfinished), { connections: 1 });
      await fill(database).finally(database.close);
      await client.query(`alter database ${unfinished} rename to ${name}`);
      made.add(name);
    } finally {
      await client.query(`drop database if exists ${unfinished} with (force)`);
    }
  } finally {
    await client.end();
  }
}
