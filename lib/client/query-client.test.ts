import { MutationObserver, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Problem, type ProblemCode } from "@/lib/contract/problem";
import { createQueryClient } from "./query-client";

// TanStack Query asks nothing by itself where there is no window.
vi.hoisted(() => vi.stubGlobal("window", globalThis));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** How often a read was asked for within so many minutes, of which `well` says whether the platform answers. */
async function timesAsked(minutes: number, { code, well = () => false }: { code: ProblemCode; well?: () => boolean }) {
  const client = createQueryClient();
  let asked = 0;
  const observer = new QueryObserver(client, {
    queryKey: ["webhooks", "logs", {}],
    queryFn: () => {
      asked += 1;
      if (well()) return "read";
      throw new Problem(code, "It failed.");
    },
  });
  const leave = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(minutes * 60_000);
  leave();
  client.clear();
  return asked;
}

test("a read that goes on failing is asked for less and less often", async () => {
  const asked = await timesAsked(10, { code: "upstream-fault" });
  expect(asked).toBeGreaterThan(5);
  expect(asked).toBeLessThanOrEqual(15);
});

test("what asking again cannot change is not asked for again", async () => {
  expect(await timesAsked(10, { code: "upstream-too-large" })).toBe(2);
  expect(await timesAsked(10, { code: "upstream-auth" })).toBe(1);
});

test("a passing fault is over within seconds, and the next one is asked about as soon again", async () => {
  let calls = 0;
  expect(await timesAsked(1, { code: "upstream-fault", well: () => ++calls > 2 })).toBe(3);
});

test("of two choices in a row the second stays shown", async () => {
  const client = createQueryClient();
  const key = ["me", "get", {}];
  let saved = "";
  const readMs = 30;
  const read = new QueryObserver(client, { queryKey: key, queryFn: () => later(readMs, () => saved) });
  const shown: unknown[] = [];
  read.subscribe(({ data }) => data !== shown.at(-1) && shown.push(data));
  await vi.advanceTimersByTimeAsync(readMs);
  const save = new MutationObserver(client, {
    mutationKey: ["me", "save"],
    scope: { id: "preferences" },
    mutationFn: (choice: string) =>
      later(readMs * 3, () => {
        saved = choice;
      }),
    onMutate: async (choice: string) => {
      await client.cancelQueries({ queryKey: key });
      client.setQueryData(key, choice);
    },
  });
  void save.mutate("once");
  await vi.advanceTimersByTimeAsync(readMs);
  void save.mutate("twice");
  await vi.advanceTimersByTimeAsync(readMs * 10);
  client.clear();
  expect(shown).toEqual(["", "once", "twice"]);
});

const later = <T>(ms: number, value: () => T) => new Promise<T>((resolve) => setTimeout(() => resolve(value()), ms));
