import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { Upstream } from "@/lib/gateway/upstream";
import { startFaultUpstream } from "@/lib/testing/fault-upstream";
import { readPages } from "./tasks";

type Numbers = { id: string }[];

const numbered = (count: number): Numbers => Array.from({ length: count }, (_, nth) => ({ id: `n${nth}` }));

/** Reads from a platform whose list is changed by `move` after each page that it answers. */
async function readFrom(numbers: Numbers, move: (numbers: Numbers, answered: number) => void, total?: number) {
  let answered = 0;
  const platform = await startFaultUpstream((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://platform");
    const [page, limit] = [Number(searchParams.get("page")), Number(searchParams.get("limit"))];
    const items = numbers.slice((page - 1) * limit, page * limit);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ items, total: total ?? numbers.length, page, limit }));
    answered += 1;
    move(numbers, answered);
  });
  const upstream = new Upstream({ baseUrl: platform.baseUrl, key: "key", timeoutMs: 5_000 });
  afterAll(async () => {
    await upstream.close();
    await platform.close();
  });
  const { answers, isWhole } = await readPages(listPhoneNumbers, async (op, input) => {
    const { text, raw } = await upstream.request(op, input, { requestId: randomUUID() });
    return { answer: Buffer.from(text), raw };
  });
  const ids = answers.flatMap((answer) => (JSON.parse(String(answer)) as { items: Numbers }).items.map(({ id }) => id));
  return { isWhole, ids, reads: platform.seen.length };
}

test("reads the list of numbers again when one was removed while it was read", async () => {
  const { isWhole, ids, reads } = await readFrom(numbered(400), (numbers, answered) => {
    if (answered === 2) numbers.shift();
  });
  expect([isWhole, new Set(ids).size, reads]).toEqual([true, 399, 8]);
});

test("reads it again when numbers changed their places, so that 391 of 400 were different", async () => {
  const { isWhole, ids } = await readFrom(numbered(400), (numbers, answered) => {
    if (answered === 3) numbers.unshift(...numbers.splice(-9));
  });
  expect([isWhole, ids.length, new Set(ids).size]).toEqual([true, 400, 400]);
});

test("calls the list incomplete when it changes each time it is read", async () => {
  const { isWhole, reads } = await readFrom(numbered(400), (numbers) => numbers.unshift(...numbers.splice(-9)));
  expect([isWhole, reads]).toEqual([false, 12]);
});

test("accepts a list that stands still, although the platform reports a larger total", async () => {
  const { isWhole, ids, reads } = await readFrom(numbered(120), () => undefined, 400);
  expect([isWhole, ids.length, reads]).toEqual([true, 120, 6]);
});
