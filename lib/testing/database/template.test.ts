import { expect, inject, onTestFinished, test, vi } from "vitest";
import { databaseUrl, runStatement } from "./databases";
import { ensureTemplate } from "./template";

const server = inject("postgresUrl");
const missing = new Error('column "note" of relation "campaign" does not exist');

function newTemplate() {
  const name = `test_template_${Math.random().toString(36).slice(2)}`;
  onTestFinished(() => runStatement(server, `drop database if exists ${name} with (force)`));
  return name;
}

test("fills a template once when several files ask for it at the same time", async () => {
  const name = newTemplate();
  const fill = vi.fn(async ({ pool }) => void (await pool.query("create table filled (id int)")));
  await Promise.all([1, 2, 3].map(() => ensureTemplate(server, { name, from: "template0", fill })));
  expect(fill).toHaveBeenCalledOnce();
  await runStatement(databaseUrl(server, name), "select from filled");
});

test("fails the file that asks when a template cannot be filled, and leaves nothing half filled", async () => {
  const name = newTemplate();
  const failing = ensureTemplate(server, { name, from: "template0", fill: () => Promise.reject(missing) });
  await expect(failing).rejects.toThrow(missing);
  await expect(runStatement(databaseUrl(server, name), "select 1")).rejects.toThrow("does not exist");
  await ensureTemplate(server, { name, from: "template0", fill: async () => undefined });
  await runStatement(databaseUrl(server, name), "select 1");
});
