import { expect, test } from "vitest";
import { exportDeliveries } from "@/lib/contract/console/webhook-log/deliveries";
import { fileStream } from "@/lib/gateway/masked-answer";
import { entry, hoursAgo, storedLog } from "@/lib/testing/collector";

const { ask, keep } = await storedLog();

const minutesAgo = (minutes: number) => hoursAgo(minutes / 60);
const idOf = (nth: number) => `d${String(nth).padStart(4, "0")}`;

test("writes each entry once when a log is stored during the export", async () => {
  const ids = Array.from({ length: 700 }, (_, nth) => idOf(nth));
  const rows = ids.map((id, nth) =>
    entry(id, 2 + nth / 100, nth % 3 === 0 ? { status: "failed", delivered_at: null } : {}),
  );
  await keep([], minutesAgo(4));
  await keep(rows, minutesAgo(3), { before: minutesAgo(4) });
  const file = await ask(exportDeliveries, { format: "jsonl" });
  let [text, parts] = ["", 0];
  await fileStream(file).send(async (part) => {
    text += String(part);
    parts += 1;
    if (parts > 1) return;
    // Some leave the platform's log, some are tried again, some are new.
    const left = rows.slice(50).map((row, nth) => (nth % 2 === 0 ? { ...row, attempts: 2 } : row));
    const later = new Date(Date.now() + 60_000);
    await keep([...left, ...["n1", "n2"].map((id) => entry(id, 3))], later, { before: minutesAgo(3) });
  });
  const lines = text.trim().split("\n");
  expect(parts).toBeGreaterThan(2);
  expect(lines.map((line) => JSON.parse(line).entry.id).toSorted()).toEqual(ids);
});
