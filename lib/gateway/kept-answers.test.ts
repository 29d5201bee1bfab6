import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditKeyOf } from "@/lib/audit/audit-chain";
import { verifyAudit } from "@/lib/audit/verify-audit";
import { contactCsv, contactForm } from "@/lib/testing/contact-form";
import { freshGateway, healthy, shortAnswerMs } from "@/lib/testing/fresh-gateway";

let fixture: Awaited<ReturnType<typeof freshGateway>>;

beforeAll(async () => {
  fixture = await freshGateway({ answerMs: shortAnswerMs });
});
beforeEach(() => fixture.platform.answer(healthy));

const platformAnswers = (status: number, text: string) =>
  fixture.platform.answer((request, response) => {
    request.resume();
    response.writeHead(status, { "content-type": "application/json" });
    response.end(text);
  });

const send = (campaign: string, verb: "contacts/upload" | "contacts/validate-csv" | "start") =>
  verb === "start"
    ? fixture.ask("campaign_manager", "POST", `/api/v1/campaigns/${campaign}/start`)
    : fixture.ask(
        "campaign_manager",
        "POST",
        `/api/v1/campaigns/${campaign}/${verb}`,
        contactForm(contactCsv(1), { "x-file-name": "list.csv" }),
      );

const storedAnswerOf = async (campaign: string) => {
  const { json } = await fixture.ask("admin", "GET", `/api/console/answers?resource=campaigns&target=${campaign}`);
  return json.data[0];
};

describe("the stored answer to a contact list", () => {
  const row = { row: 3, value: "+447911012345", name: "Ann Ortega" };

  test.each(["contacts/upload", "contacts/validate-csv"] as const)(
    "holds counts and no contact after %s",
    async (verb) => {
      const message = "Took all but Ann Ortega";
      const data = { total_rows: 4, is_valid: false, next: null, filename: "Ann.csv", errors: [row], preview: [row] };
      platformAnswers(
        200,
        JSON.stringify({ success: true, message, data: { ...data, errors_by: { "+447911012345": 1 } } }),
      );
      expect((await send("c-lists", verb)).json.raw.data.errors).toEqual([row]);

      const stored = await storedAnswerOf("c-lists");
      expect(stored).toMatchObject({ outcome: "ok", status: 200, message: null, detail: { file: "list.csv" } });
      const counts = { total_rows: 4, is_valid: false, next: null, errors: 1 };
      expect(JSON.parse(stored.body)).toEqual({ success: true, data: counts });
    },
  );

  test("drops a phone number sent as a number", async () => {
    platformAnswers(200, '{"accepted":1000000,"bytes":125829120,"last":447911012345,"id":12345678901234567890}');
    await send("c-numbers", "contacts/upload");
    expect(JSON.parse((await storedAnswerOf("c-numbers")).body)).toEqual({ accepted: 1000000, bytes: 125829120 });
  });

  test("holds status and counts of a refusal, not the platform's message", async () => {
    platformAnswers(422, JSON.stringify({ message: "Row 3, +447911012345, is not valid", rejected: 1, detail: [row] }));
    expect((await send("c-refused", "contacts/upload")).json.detail).toContain("+447911012345");
    expect(await storedAnswerOf("c-refused")).toMatchObject({
      outcome: "refused",
      status: 422,
      message: null,
      body: '{"rejected":1}',
    });
  });

  test("holds no body when the answer has no counts or is truncated", async () => {
    for (const text of ['"+447911012345"', '["+447911012345"]', '{"data":{"name":"Ann Ortega"}}']) {
      platformAnswers(200, text);
      await send("c-words", "contacts/upload");
      expect(await storedAnswerOf("c-words")).toMatchObject({ outcome: "ok", status: 200, body: null });
    }
    platformAnswers(422, JSON.stringify({ errors: Array.from({ length: 200 }, () => row) }));
    await send("c-words", "contacts/upload");
    expect(await storedAnswerOf("c-words")).toMatchObject({ outcome: "refused", body: null });
  });

  test("holds the message when it is our own", async () => {
    platformAnswers(413, "{}");
    await send("c-own", "contacts/upload");
    expect(await storedAnswerOf("c-own")).toMatchObject({ status: 413, message: "The platform answered 413." });
  });
});

describe("the audit chain stays valid", () => {
  const whole = () => verifyAudit(fixture.database.db, auditKeyOf("a secret of thirty-two characters or more"));

  test("when an answer is truncated within a surrogate pair", async () => {
    const data = `${"x".repeat(4096 - '{"data":{"note":"'.length - 1)}🙂`;
    platformAnswers(200, `{"data":{"note":"${data}"}}`);
    await send("c-cut", "start");
    expect((await storedAnswerOf("c-cut")).body).toHaveLength(4096);
    expect(await whole()).toMatchObject({ fault: undefined });
  });

  test.each([
    ["half a character", '"\\ud800"', "\ufffd"],
    ["a NUL", '"started \\u0000"', "started \ufffd"],
  ])("when the message holds %s", async (_what, message, stored) => {
    platformAnswers(200, `{"success":true,"message":${message}}`);
    expect((await send("c-odd", "start")).status).toBe(200);
    expect(await storedAnswerOf("c-odd")).toMatchObject({ outcome: "ok", status: 200, message: stored });
    expect(await whole()).toMatchObject({ fault: undefined });
  });
});
