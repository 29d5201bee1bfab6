import { request as httpRequest } from "node:http";
import fc from "fast-check";
import { afterEach, beforeAll, expect, test } from "vitest";
import { apiOperations } from "@/lib/contract/api";
import { match, wirePathOf } from "@/lib/contract/match";
import { roles } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { parseJson } from "@/lib/format/json";
import { freshGateway, shortAnswerMs } from "@/lib/testing/fresh-gateway";
import { runs } from "@/lib/testing/runs";
import { readWhole } from "./parse-response";

let fixture: Awaited<ReturnType<typeof freshGateway>>;
beforeAll(async () => {
  fixture = await freshGateway({ answerMs: shortAnswerMs });
  fixture.platform.answer((request, response) => {
    const isList = /(webhooks|logs|phone-numbers|server-credentials)(\?|$)/.test(request.url ?? "");
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(isList ? [] : { success: true, data: {} }));
  });
});
afterEach(() => {
  fixture.platform.seen.length = 0;
});

const anyAnswer = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.jsonValue({ maxDepth: 3 }).map((data) => JSON.stringify({ success: true, data, items: data, total: data })),
  fc.array(fc.jsonValue({ maxDepth: 2 })).map((data) => JSON.stringify({ data, items: data })),
  fc.string(),
);

test("parses any answer or throws a Problem, for every operation", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...apiOperations),
      anyAnswer,
      fc.integer({ min: 200, max: 599 }),
      (op, text, status) => {
        try {
          const answer = readWhole(op, { status, contentType: "application/json", retryAfter: undefined, text });
          expect(answer.drift).toBeInstanceOf(Array);
          expect(parseJson(answer.text)).toEqual(answer.raw);
        } catch (error) {
          expect(error).toBeInstanceOf(Problem);
        }
      },
    ),
    { numRuns: runs(2_000, 10_000) },
  );
});

const segment = fc.oneof(
  fc.constantFrom(
    "v1",
    "campaigns",
    "start",
    "webhooks",
    "logs",
    "tools",
    "..",
    ".",
    "",
    "%2e%2e",
    "%2f",
    "%ff",
    "%00",
    ";",
    "~",
    "console",
    "auth",
  ),
  fc.string({ maxLength: 12 }).map(encodeURIComponent),
);
const anyPath = fc.array(segment, { maxLength: 7 }).map((parts) => `/api/${parts.join("/")}`);
const declaredPaths = apiOperations.map((op) => `/api${op.path.replace(/\{\w+\}/g, "x")}`);
const anyHeaders = fc.dictionary(
  fc.constantFrom(
    "x-http-method-override",
    "x-original-url",
    "x-forwarded-for",
    "x-middleware-subrequest",
    "origin",
    "sec-fetch-site",
    "content-type",
    "x-request-id",
    "authorization",
    "next-action",
    "accept-encoding",
  ),
  fc.oneof(
    fc.constantFrom(
      "null",
      "POST",
      "same-origin",
      "cross-site",
      "/v1/tools",
      "multipart/form-data",
      "application/json",
    ),
    fc.base64String({ maxLength: 40 }),
  ),
  { maxKeys: 4 },
);
const methods = ["GET", "POST", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS", "TRACE", "PROPFIND"] as const;

test("forwards only declared operations, whatever path, method and headers are sent", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...methods),
      fc.oneof(anyPath, fc.constantFrom(...declaredPaths)),
      anyHeaders,
      fc.constantFrom(undefined, ...roles),
      async (method, path, headers, role) => {
        fixture.platform.seen.length = 0;
        const status = await rawStatus(method, path, role ? { ...headers, cookie: fixture.cookies[role] } : headers);
        expect([200, 400, 401, 403, 404, 413]).toContain(status);
        for (const { method: sent, url } of fixture.platform.seen) {
          const matched = match(apiOperations, sent, url.split("?", 1)[0] ?? "");
          expect(matched, `${sent} ${url}`).toBeDefined();
          if (matched) expect(wirePathOf(matched.op, matched.params)).toBe(url.split("?", 1)[0]);
          if (matched && role) expect(matched.op.allow).toContain(role);
          expect(role).toBeDefined();
        }
      },
    ),
    { numRuns: runs(600, 10_000) },
  );
});

/** Uses Node's client, because fetch would normalize the path and refuse some methods. */
function rawStatus(method: string, path: string, headers: Record<string, string | undefined>) {
  return new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(fixture.origin);
    const defined = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
    const options = { hostname, port, method, path, headers: defined as Record<string, string> };
    const request = httpRequest(options, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    request.on("error", reject);
    request.end();
  });
}
