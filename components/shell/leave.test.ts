import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Problem } from "@/lib/contract/problem";
import { signInAddress, signOut } from "./leave";

test("signInAddress returns to the same page with its filters", () => {
  const address = signInAddress({ pathname: "/calls/a%2Fb", search: "?ask=end" });
  expect(new URL(address, "http://x").searchParams.get("return")).toBe("/calls/a%2Fb?ask=end");
  expect(address).toMatch(/&ended=1$/);
});

const opened: string[] = [];

beforeEach(() => {
  opened.length = 0;
  vi.stubGlobal("location", { assign: (address: string) => opened.push(address) });
  vi.stubGlobal("fetch", async () => Response.json({}));
});

afterEach(() => {
  vi.useRealTimers();
});

const clientWithData = () => {
  const client = new QueryClient();
  client.setQueryData(["calls"], "a call");
  return client;
};

test.each([
  ["cannot be loaded", () => Promise.reject(new Error("Failed to fetch dynamically imported module"))],
  ["does not end", () => new Promise<never>(() => {})],
])("clears the data and opens the sign-in page when the deletion of drafts %s", async (_, forgetDrafts) => {
  vi.useFakeTimers();
  const client = clientWithData();
  const left = signOut(client, forgetDrafts);
  await vi.advanceTimersByTimeAsync(5_000);
  await left;
  expect(opened).toEqual(["/sign-in"]);
  expect(client.getQueryCache().getAll()).toEqual([]);
});

test("signs out when the browser has no IndexedDB", async () => {
  await signOut(clientWithData());
  expect(opened).toEqual(["/sign-in"]);
});

test("stays on the page with its data when the session could not be ended", async () => {
  const body = { type: "about:blank", code: "internal", status: 500, title: "Internal", detail: "It failed." };
  vi.stubGlobal("fetch", async () => Response.json(body, { status: 500 }));
  const client = clientWithData();
  await expect(signOut(client)).rejects.toBeInstanceOf(Problem);
  expect(opened).toEqual([]);
  expect(client.getQueryData(["calls"])).toBe("a call");
});
