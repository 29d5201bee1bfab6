import { Client } from "pg";

/** Runs a statement that no pool can, such as `create database`. */
export async function runStatement(url: string, statement: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

export const databaseUrl = (server: string, name: string) => server.replace(/^([a-z]+:\/\/[^/]*)\/[^?]*/, `$1/${name}`);
