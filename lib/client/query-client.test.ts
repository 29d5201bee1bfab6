import { environmentManager, MutationObserver, QueryObserver } from "@tanstack/react-query";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Problem, type ProblemCode } from "@/lib/contract/problem";
import { createQueryClient } from "./query-client";

// On a server TanStack Query does not refetch on its own.
beforeAll(() => environmentManager.setIsServer(() => false));
afterAll(() => environmentManager.setIsServer(() => true));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Number of fetches within the given minutes; `isUp` returns whether the platform answers. */
async function countFetches(
  minutes: number,
  { code, isUp = () => false }: { code: ProblemCode; isUp?: () => boolean },
) {
  const client = createQueryClient();
  let fetches = 0;
  const observer = new QueryObserver(client, {
    queryKey: ["webhooks", "logs", {}],
    queryFn: () => {
      fetches += 1;
      if (isUp()) return "read";
      throw new Problem(code, "It failed.");
    },
  });
  const leave = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(minutes * 60_000);
  leave();
  client.clear();
  return fetches;
}

test("backs off when a read keeps failing", async () => {
  const fetches = await countFetches(10, { code: "upstream-fault" });
  expect(fetches).toBeGreaterThan(5);
  expect(fetches).toBeLessThanOrEqual(15);
});

test("stops retrying when the fault is permanent", async () => {
  expect(await countFetches(10, { code: "upstream-too-large" })).toBe(1);
  expect(await countFetches(10, { code: "upstream-auth" })).toBe(1);
});

test("resets the backoff when a temporary fault has passed", async () => {
  let calls = 0;
  expect(await countFetches(1, { code: "upstream-fault", isUp: () => ++calls > 2 })).toBe(3);
});

test("shows the second of two choices made in a row", async () => {
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
