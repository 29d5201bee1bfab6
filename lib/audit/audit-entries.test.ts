import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { startCampaign } from "@/lib/contract/api/campaigns";
import { listAnswers } from "@/lib/contract/console/audit";
import type { OutputOf } from "@/lib/contract/operation";
import { freshConsole, personWith } from "@/lib/testing/console";

const { console, run } = await freshConsole();

test("quotes messages of the platform, but not those of Switchboard", async () => {
  const [person, target] = [personWith("admin"), "c-marks"];
  const about = { person, op: startCampaign, target, request: "POST /v1/campaigns/c-marks/start", address: null };
  const refuse = async (message: string, body: string | null) => {
    const entry = await console.audit.begin({ ...about, requestId: randomUUID() });
    await console.audit.finish(entry, { outcome: "refused", status: 409, message, body });
  };
  await refuse("Campaign is running", '{"message":"Campaign is running"}');
  await refuse("No connection to the platform could be made.", null);
  await refuse("The platform answered 409.", "{}");
  await refuse("The platform does not allow this: no scope", '{"message":"no scope"}');
  const { data } = (await run(listAnswers, { resource: "campaigns", target }, person)) as OutputOf<typeof listAnswers>;
  expect(data.map(({ note }) => note)).toEqual([
    "The platform does not allow this: no scope",
    "The platform answered 409.",
    "No connection to the platform could be made.",
    "“Campaign is running”",
  ]);
  expect(data.map(({ is_quoted }) => is_quoted)).toEqual([false, false, false, true]);
});
