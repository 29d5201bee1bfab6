import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { Client } from "pg";
import { startEmbedded } from "@/lib/db/embedded";
import { findRunner } from "@/lib/db/runner";
import { leftOn } from "./support/processes";
import { cleanEnv, freePort, startProduct } from "./support/product";

let folder = "";

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "switchboard-start-"));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("what cannot work is refused in one sentence before anything is started", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const address = taken.address();
  const port = String(typeof address === "object" && address ? address.port : 0);
  const aFile = join(folder, "a-file");
  writeFileSync(aFile, "");
  const notOurs = join(folder, "not-ours");
  mkdirSync(notOurs);
  chmodSync(folder, 0o755);
  chmodSync(notOurs, 0o555);
  const email = { SWITCHBOARD_ADMIN_EMAIL: "mara@fernhill.example" };

  const faults: [Record<string, string>, RegExp][] = [
    [
      { ...email, SWITCHBOARD_ADMIN_PASSWORD: "password1234" },
      /^SWITCHBOARD_ADMIN_PASSWORD is refused: this password is too common/,
    ],
    [{ PORT: port }, new RegExp(`^PORT ${port} is taken by another program: `)],
    [{ HOST: "192.0.2.1" }, /^HOST 192\.0\.2\.1 is no address of this computer\.$/],
    [{ DATA_DIR: aFile }, /^DATA_DIR \S+a-file is not a folder: /],
    [{ DATA_DIR: join(notOurs, "data"), AS_NOBODY: "yes" }, /^DATA_DIR \S+ could not be written \(EACCES\): /],
    [{ DATABASE_URL: "postgresql://me:secret@127.0.0.1:9/x" }, /^DATABASE_URL: nothing answers .* at 127\.0\.0\.1:9 /],
    [{ PORT: "eighty", LOG_LEVEL: "loud" }, /^PORT must be .*\. LOG_LEVEL must be one of .*\.$/],
  ];
  for (const [env, sentence] of faults) {
    const { said, code, seconds } = await refusedStart(env);
    console.log(`  refused after ${seconds.toFixed(1)} s: ${said}`);
    expect(said).toMatch(sentence);
    expect(said).not.toMatch(/\n|secret/);
    expect(code).toBe(1);
  }
  expect(leftOn(folder)).toEqual([]);
  taken.close();
});

test("a second start on the same data, and one on the data of a newer Switchboard, are refused in one sentence", async () => {
  const dataDir = join(folder, "data");
  const product = await startProduct({}, dataDir);
  const { port } = new URL(product.origin);
  const second = await refusedStart({ DATA_DIR: dataDir, PORT: port });
  expect(second.said).toMatch(/^Switchboard already runs on \S+ \(process \d+\)\. .* same DATABASE_URL\.$/);

  await product.stop();

  for (const schema of ["platform", "console"]) {
    await onDatabase(
      dataDir,
      `insert into ${schema}.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000)`,
    );
    const { said, code, seconds } = await refusedStart({ DATA_DIR: dataDir });
    console.log(`  refused after ${seconds.toFixed(1)} s: ${said}`);
    expect(said).toMatch(
      new RegExp(
        `^The database belongs to a newer Switchboard: its schema ${schema} has version \\d+, .* knows version \\d+\\. `,
      ),
    );
    expect(said).not.toContain("\n");
    expect(code).toBe(1);
    await onDatabase(dataDir, `delete from ${schema}.__drizzle_migrations where hash = 'newer'`);
  }
  expect(leftOn(dataDir)).toEqual([]);
});

async function onDatabase(dataDir: string, statement: string) {
  const { url, stop } = await startEmbedded(dataDir);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
  await stop();
}

async function refusedStart({ AS_NOBODY, ...env }: Record<string, string>) {
  const begunAt = performance.now();
  const given = { PORT: String(await freePort()), DATA_DIR: join(folder, "unused"), ...env };
  const [root, program, script] = [join(import.meta.dirname, ".."), process.execPath, ["scripts/start.mjs"]];
  // As PostgreSQL is run: this user can read a clone in a folder of root's own, and write nowhere.
  const nobody = AS_NOBODY ? findRunner({ dataDir: root, program, cluster: folder }) : undefined;
  const [file, args] = nobody?.command(program, script) ?? [program, script];
  const child = spawn(file, args, {
    ...nobody?.options,
    cwd: root,
    env: { ...cleanEnv(), NODE_ENV: "production", ...given },
    stdio: "pipe",
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const [code] = await once(child, "close");
  return { said: said.trim(), code, seconds: (performance.now() - begunAt) / 1000 };
}
