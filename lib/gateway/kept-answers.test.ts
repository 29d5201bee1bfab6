import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditKeyOf } from "@/lib/console/audit/audit-chain";
import { verifyAudit } from "@/lib/console/audit/verify-audit";
import { freshGateway, healthy } from "./testing";

let at: Awaited<ReturnType<typeof freshGateway>>;

beforeAll(async () => {
  at = await freshGateway();
});
beforeEach(() => at.platform.answer(healthy));

const answering = (status: number, text: string) =>
  at.platform.answer((request, response) => {
    request.resume();
    response.writeHead(status, { "content-type": "application/json" });
    response.end(text);
  });

const send = (campaign: string, verb: "contacts/upload" | "contacts/validate-csv" | "start") =>
  verb === "start"
    ? at.ask("campaign_manager", "POST", `/api/v1/campaigns/${campaign}/start`)
    : at.ask("campaign_manager", "POST", `/api/v1/campaigns/${campaign}/${verb}`, {
        headers: { "content-type": "multipart/form-data; boundary=b", "x-file-name": "list.csv" },
        body: "--b\r\n\r\n--b--",
      });

const keptOf = async (campaign: string) => {
  const { json } = await at.ask("support", "GET", `/api/console/answers?resource=campaigns&target=${campaign}`);
  return json.data[0];
};

describe("of an answer to a contact list", () => {
  const row = { row: 3, value: "+447911012345", name: "Ann Ortega" };

  test.each(["contacts/upload", "contacts/validate-csv"] as const)(
    "%s keeps the counts and no contact",
    async (verb) => {
      const message = "Took all but Ann Ortega";
      const data = { total_rows: 4, is_valid: false, next: null, filename: "Ann.csv", errors: [row], preview: [row] };
      answering(200, JSON.stringify({ success: true, message, data: { ...data, errors_by: { "+447911012345": 1 } } }));
      expect((await send("c-lists", verb)).json.raw.data.errors).toEqual([row]);

      const kept = await keptOf("c-lists");
      expect(kept).toMatchObject({ outcome: "ok", status: 200, message: null, detail: { file: "list.csv" } });
      const counts = { total_rows: 4, is_valid: false, next: null, errors: 1 };
      expect(JSON.parse(kept.body)).toEqual({ success: true, data: counts });
    },
  );

  test("a phone number sent as a number is not taken for a count", async () => {
    answering(200, '{"accepted":1000000,"bytes":125829120,"last":447911012345,"id":12345678901234567890}');
    await send("c-numbers", "contacts/upload");
    expect(JSON.parse((await keptOf("c-numbers")).body)).toEqual({ accepted: 1000000, bytes: 125829120 });
  });

  test("a refusal keeps its status and counts, not the platform's words", async () => {
    answering(422, JSON.stringify({ message: "Row 3, +447911012345, is not valid", rejected: 1, detail: [row] }));
    expect((await send("c-refused", "contacts/upload")).json.detail).toContain("+447911012345");
    expect(await keptOf("c-refused")).toMatchObject({
      outcome: "refused",
      status: 422,
      message: null,
      body: '{"rejected":1}',
    });
  });

  test("an answer of nothing but words, and one that is cut, keep nothing", async () => {
    for (const text of ['"+447911012345"', '["+447911012345"]', '{"data":{"name":"Ann Ortega"}}']) {
      answering(200, text);
      await send("c-words", "contacts/upload");
      expect(await keptOf("c-words")).toMatchObject({ outcome: "ok", status: 200, body: null });
    }
    answering(422, JSON.stringify({ errors: Array.from({ length: 200 }, () => row) }));
    await send("c-words", "contacts/upload");
    expect(await keptOf("c-words")).toMatchObject({ outcome: "refused", body: null });
  });

  test("a sentence of our own is kept", async () => {
    answering(413, "{}");
    await send("c-own", "contacts/upload");
    expect(await keptOf("c-own")).toMatchObject({ status: 413, message: "The platform answered 413." });
  });
});

describe("whatever the platform's text holds", () => {
  const whole = () => verifyAudit(at.database.db, auditKeyOf("a secret of thirty-two characters or more"));

  test("an answer that is cut within a character leaves the chain whole", async () => {
    const data = `${"x".repeat(4096 - '{"data":{"note":"'.length - 1)}🙂`;
    answering(200, `{"data":{"note":"${data}"}}`);
    await send("c-cut", "start");
    expect((await keptOf("c-cut")).body).toHaveLength(4096);
    expect(await whole()).toMatchObject({ fault: undefined });
  });

  test.each([
    ["half a character", '"\\ud800"', "\ufffd"],
    ["a NUL", '"started \\u0000"', "started \ufffd"],
  ])("%s in its message loses no outcome and leaves the chain whole", async (_what, message, kept) => {
    answering(200, `{"success":true,"message":${message}}`);
    expect((await send("c-odd", "start")).status).toBe(200);
    expect(await keptOf("c-odd")).toMatchObject({ outcome: "ok", status: 200, message: kept });
    expect(await whole()).toMatchObject({ fault: undefined });
  });
});
