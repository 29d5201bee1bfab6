import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type Outcome, runConformance } from "./run";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A platform that answers so, tried without leave to write: its outcomes, and the methods that arrived. */
async function tried(answer: RequestListener, timeoutMs?: number) {
  const methods: string[] = [];
  const server = createServer((request, response) => {
    methods.push(request.method ?? "");
    request.resume();
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const outcomes: Outcome[] = [];
  const asked = {
    baseUrl,
    key: "a_key_of_some_length",
    known: {},
    mayWrite: false,
    ...(timeoutMs ? { timeoutMs } : {}),
  };
  for await (const outcome of runConformance(asked)) outcomes.push(outcome);
  return { outcomes, methods };
}

const numbers = Array.from({ length: 7 }, (_, at) => ({ id: `n${at}`, phone_number: `+4479111234${at}0` }));

function reply(total: number): RequestListener {
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://here");
    const [page, limit] = [Number(searchParams.get("page") ?? 1), Number(searchParams.get("limit") ?? 20)];
    const items = numbers.slice((page - 1) * limit, page * limit);
    response.writeHead(200, { "content-type": "application/json" });
    if (pathname === "/v1/phone-numbers") response.end(JSON.stringify({ items, total, page, limit }));
    else if (pathname.endsWith("/server-credentials"))
      response.end(JSON.stringify({ success: true, data: numbers, total, limit, skip: 0 }));
    else response.end(JSON.stringify({ success: true, data: [] }));
  };
}

const outcomeOf = (outcomes: Outcome[], name: RegExp) => outcomes.find((each) => name.test(each.name));

test("a total that is not how many there are fails, and a right one passes", async () => {
  for (const [total, outcome] of [
    [7, "passed"],
    [0, "failed"],
    [1200, "failed"],
  ] as const) {
    const { outcomes } = await tried(reply(total));
    expect(outcomeOf(outcomes, /total is how many numbers/)).toMatchObject({ outcome });
    expect(outcomeOf(outcomes, /total is how many credentials/)).toMatchObject({ outcome });
  }
});

test("nothing that may change something is sent without leave, not even with made-up identifiers", async () => {
  const { outcomes, methods } = await tried(reply(7));
  expect(new Set(methods)).toEqual(new Set(["GET"]));
  expect(outcomeOf(outcomes, /POST .*start: an identifier/)).toMatchObject({ outcome: "skipped" });
});

test("a platform that answers nothing is left after two silences", async () => {
  const { outcomes, methods } = await tried(() => undefined, 200);
  expect(methods).toHaveLength(2);
  expect(outcomes.filter(({ outcome }) => outcome === "failed")).toHaveLength(2);
  expect(outcomes.at(-1)).toMatchObject({ outcome: "skipped" });
});
