import fc from "fast-check";
import { expect, test } from "vitest";
import { getAssistant } from "@/lib/contract/api/assistants";
import { startCampaign } from "@/lib/contract/api/campaigns";
import { listWebhookLogs } from "@/lib/contract/api/webhooks";
import { runs } from "@/lib/testing/runs";
import { apiOperations } from "./api";
import { idToPath, idToWire, pathToId } from "./identifier";
import { match, pathOf, wirePathOf } from "./match";

const oddIds = ["a/b", "#", "100%", "a b", "..", ".", "~", "~..", "?x=1", "привет", "x".repeat(200), "a;b", "%2e%2e"];

test.each(oddIds)("decodes the identifier %j from its URL", (id) => {
  const matched = match(apiOperations, "POST", pathOf(startCampaign, { campaign_id: id }));
  expect(matched).toEqual({ op: startCampaign, params: { campaign_id: id } });
});

test("encodes any identifier as exactly one reversible path segment", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", minLength: 1 }).filter((id) => !id.includes("\0")),
      (id) => {
        const segment = idToPath(id);
        expect(segment).not.toMatch(/[/?#]/);
        expect(segment === "." || segment === "..").toBe(false);
        expect(pathToId(segment)).toBe(id);
        expect(decodeURIComponent(idToWire(id))).toBe(id);
        expect(new URL(`http://h/a/${segment}/b`).pathname.split("/")).toHaveLength(4);
      },
    ),
    { numRuns: runs(500, 2_000) },
  );
});

test("rejects an identifier that contains NUL", () => {
  expect(pathToId("a%00b")).toBeUndefined();
  expect(match(apiOperations, "POST", "/v1/campaigns/a%00/start")).toBeUndefined();
});

test("returns undefined when no operation has the path", () => {
  for (const path of [
    "/v1/campaigns//start",
    "/v1/campaigns/a/start/",
    "/v1/campaigns/%ff/start",
    "/v1/webhooks/log",
    "/v2/webhooks",
  ])
    expect(match(apiOperations, "POST", path) ?? match(apiOperations, "GET", path)).toBeUndefined();
  expect(match(apiOperations, "PUT", "/v1/webhooks")).toBeUndefined();
});

test("puts the rest of a read's input into the query of its platform URL", () => {
  expect(wirePathOf(listWebhookLogs, { webhook_id: "a&b" })).toBe("/v1/webhooks/logs?webhook_id=a%26b");
  expect(wirePathOf(getAssistant, { assistant_id: ".." })).toBe("/v1/assistants/%2E%2E");
});

test("decodes with another function when one is passed", () => {
  const path = wirePathOf(getAssistant, { assistant_id: "~a/b" });
  expect(match(apiOperations, "GET", path, decodeURIComponent)?.params).toEqual({ assistant_id: "~a/b" });
});
