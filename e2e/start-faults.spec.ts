import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { findRunner } from "@/lib/db/runner";
import { leftOn } from "./support/processes";
import { cleanEnv, freePort, startProduct } from "./support/product";

let folder = "";

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "switchboard-start-"));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("refuses to start, with one sentence, when a setting cannot work", async () => {
  const aFile = join(folder, "a-file");
  writeFileSync(aFile, "");
  const readOnly = join(folder, "read-only");
  mkdirSync(readOnly);
  chmodSync(folder, 0o755);
  chmodSync(readOnly, 0o555);

  const faults: [Record<string, string>, RegExp][] = [
    [{ HOST: "192.0.2.1" }, /^HOST 192\.0\.2\.1 is no address of this computer\.$/],
    [{ DATA_DIR: aFile }, /^DATA_DIR \S+a-file is not a folder: /],
    [{ DATA_DIR: join(readOnly, "data"), AS_OTHER_USER: "yes" }, /^DATA_DIR \S+ could not be written \(EACCES\): /],
    [{ DATABASE_URL: "postgresql://me:secret@127.0.0.1:9/x" }, /^DATABASE_URL: nothing answers .* at 127\.0\.0\.1:9 /],
  ];
  for (const [env, sentence] of faults) {
    const { message, code, seconds } = await refusedStart(env);
    console.log(`  refused after ${seconds.toFixed(1)} s: ${message}`);
    expect(message).toMatch(sentence);
    expect(message).not.toMatch(/\n|secret/);
    expect(code).toBe(1);
  }
  expect(leftOn(folder)).toEqual([]);
});

test("names both users when DATA_DIR or its database belongs to another one", async () => {
  test.skip(process.getuid?.() !== 0, "Only root can start it as another user.");
  const [ofRoot, withDatabaseOfRoot] = [join(folder, "of-root"), join(folder, "with-database-of-root")];
  mkdirSync(ofRoot);
  mkdirSync(join(withDatabaseOfRoot, "postgres"), { recursive: true });
  chmodSync(withDatabaseOfRoot, 0o777);
  for (const DATA_DIR of [ofRoot, withDatabaseOfRoot]) {
    const { message, code } = await refusedStart({ DATA_DIR, AS_OTHER_USER: "yes" });
    expect(message).toMatch(
      /^\S+ belongs to user 0, and Switchboard runs as user (\d+): run chown -R \1 on DATA_DIR, or start it as user 0\.$/,
    );
    expect(code).toBe(1);
  }
});

test("starts two demos side by side, the second on the next port", async () => {
  test.slow();
  const first = await startProduct({}, join(folder, "one"));
  const second = await startProduct({ PORT: String(first.port + 1) }, join(folder, "two"));
  for (const { origin } of [first, second]) expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  expect(second.origin).toBe(`http://127.0.0.1:${first.port + 1}`);
  const platforms = [first, second].map(({ platform }) => platform?.address);
  expect(new Set(platforms).size).toBe(2);
  await Promise.all([first.stop(), second.stop()]);
});

async function refusedStart({ AS_OTHER_USER, ...env }: Record<string, string>) {
  const startedAtMs = performance.now();
  const settings = { PORT: String(await freePort()), DATA_DIR: join(folder, "unused"), ...env };
  const [root, program, script] = [join(import.meta.dirname, ".."), process.execPath, ["scripts/start.mjs"]];
  // The user that runs PostgreSQL can read root's folders and write to none.
  const runner = AS_OTHER_USER ? findRunner({ dataDir: root, program, cluster: folder }) : undefined;
  const [file, args] = runner?.command(program, script) ?? [program, script];
  const child = spawn(file, args, {
    ...runner?.options,
    cwd: root,
    env: { ...cleanEnv(), NODE_ENV: "production", ...settings },
    stdio: "pipe",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const [code] = await once(child, "close");
  return { message: output.trim(), code, seconds: (performance.now() - startedAtMs) / 1000 };
}
