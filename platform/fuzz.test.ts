import fc from "fast-check";
import { expect, test } from "vitest";
import { apiOperations } from "@/lib/contract/api";
import { wirePathOf } from "@/lib/contract/match";
import { placeholdersOf } from "@/lib/contract/operation";
import { startPlatform } from "@/lib/testing/local-platform";
import { runs } from "@/lib/testing/runs";
import { seeded } from "@/platform/seed/seed";

const { ask } = await startPlatform({ pollMs: 3_600_000 });
const campaign = `/v1/campaigns/${seeded.campaigns.draft}/contacts`;

test("answers any identifier with 200, 400 or 404", async () => {
  const id = fc.string({ unit: "binary", minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...apiOperations), id, async (op, value) => {
      const input = Object.fromEntries(placeholdersOf(op).map((name) => [name, value]));
      expect((await ask(op.method, wirePathOf(op, input))).status).toBeOneOf([200, 400, 404]);
    }),
    { numRuns: runs(50, 1_000) },
  );
});

test("answers any query with 200 or 400", async () => {
  const paths = ["/v1/phone-numbers", "/v1/integrations/server-credentials", "/v1/webhooks/logs"];
  const value = fc.oneof(
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.double().map(String),
    fc.maxSafeInteger().map(String),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.constantFrom("page", "limit", "webhook_id"),
      value,
      async (path, key, text) => {
        const query = new URLSearchParams({ [key]: text.toWellFormed() });
        expect((await ask("GET", `${path}?${query}`)).status).toBeOneOf([200, 400]);
      },
    ),
    { numRuns: runs(50, 1_000) },
  );
});

test("answers any upload with 200 or 400", async () => {
  const types = [
    "multipart/form-data; boundary=b",
    "multipart/form-data",
    "text/csv",
    "application/json",
    "multipart/mixed; boundary=b",
  ];
  const formPart = fc.constantFrom(
    ...[
      "--b\r\n",
      "--b--\r\n",
      "\r\n",
      "\r\n\r\n",
      'Content-Disposition: form-data; name="file"; filename="a"\r\n\r\n',
    ],
    ...[
      'Content-Disposition: form-data; name="x"\r\n\r\n',
      "phone_number,name\n",
      "+447700900077,A\n",
      '"',
      ",",
      "\0",
      "é",
      "--",
    ],
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("/upload", "/validate-csv"),
      fc.constantFrom(...types),
      fc.array(formPart, { maxLength: 12 }),
      async (path, type, pieces) => {
        const answer = await ask("POST", campaign + path, { body: pieces.join(""), headers: { "content-type": type } });
        expect(answer.status).toBeOneOf([200, 400]);
      },
    ),
    { numRuns: runs(60, 1_000) },
  );
});
