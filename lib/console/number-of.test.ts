import { expect, test } from "vitest";
import { json } from "@/lib/testing/fault-replies";
import { freshGateway } from "@/lib/testing/fresh-gateway";

const accountId = "account";

test("knows the number of a call whose record was read a moment ago", async () => {
  const { ask, platform } = await freshGateway({
    collect: { accountId, read: () => Promise.reject(new Error("not asked")) },
  });
  for (const [call_id, to_number] of [
    ["first", "+14155550177"],
    ["second", "+14155550178"],
  ]) {
    platform.answer(json(200, { success: true, data: { id: call_id, status: "completed", to_number } }));
    expect((await ask("support", "GET", `/api/v1/calls/${call_id}`)).status).toBe(200);
    const person = await ask("support", "POST", "/api/console/do-not-call/person", {
      body: JSON.stringify({ call_id }),
    });
    expect(person).toMatchObject({ status: 200, json: { number: to_number, calls: [{ call_id }] } });
  }
});
