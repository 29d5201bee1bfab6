import { expect, test } from "vitest";
import { json } from "@/lib/testing/fault-replies";
import { freshGateway, shortAnswerMs } from "@/lib/testing/fresh-gateway";

test("hides a tool's secrets from admins and support alike when they read it", async () => {
  const { ask, platform } = await freshGateway({ answerMs: shortAnswerMs });
  const data = { name: "find_account", config: { headers: { Authorization: "Bearer crm-9c41" } } };
  platform.answer(json(200, { success: true, data }));
  for (const role of ["admin", "support"] as const) {
    const { status, text } = await ask(role, "GET", "/api/v1/tools/t1");
    expect([role, status, text.includes("find_account")]).toEqual([role, 200, true]);
    expect(text).not.toContain("crm-9c41");
    expect(text).toContain("[hidden]");
  }
});
