import { expect, test, vi } from "vitest";
import { createContactEngine } from "@/lib/contacts/create-engine";
import type { Plan } from "@/lib/contacts/plan";
import { number, reportIn } from "@/lib/testing/contacts/checked-file";
import { chooseCampaign, dispatchImport, noCampaign } from "./dispatch-import";
import { importOf } from "./import-store";
import { createImport } from "./use-import";

test("onStarted opens a file that was chosen before the engine started", async () => {
  const file = new File([`phone_number,name\n${number(1)},Ann\n`], "early.csv");
  await createImport("c-early", undefined).onFile(file);
  expect(importOf("c-early").list).toMatchObject({ step: "opening", file });
  createImport("c-early", createContactEngine()).onStarted();
  await vi.waitFor(() => expect(importOf("c-early").list).toMatchObject({ step: "open", file }));
});

test("onUndo during a check leaves no effect of the undone decision", async () => {
  const campaign_id = "c-back";
  const engine = createContactEngine();
  const actions = createImport(campaign_id, engine);
  await actions.onFile(new File([`phone_number,name\n${number(1)},Ann\n447911010002,Bo\n`], "back.csv"));
  const plan = planOf(campaign_id);
  const report = reportIn(await engine.check(plan, () => undefined));
  dispatchImport(campaign_id, { kind: "checked", plan, report });

  actions.onRules({ usesSuggestions: ["plus_missing"] });
  const counting = engine.check(planOf(campaign_id), () => undefined);
  actions.onUndo();
  await expect(counting).rejects.toThrow("Stopped.");
  const written = await engine.write({ kind: "sent", checkId: report.checkId }, () => undefined);
  expect(written.rows).toBe(report.counts.sent);
  expect(planOf(campaign_id)).toEqual(plan);
  // A new object triggers a recheck.
  expect(planOf(campaign_id)).not.toBe(plan);
});

function planOf(campaign_id: string): Plan {
  const { list } = importOf(campaign_id);
  if (list.step !== "open") throw new Error("There is an open list.");
  return list.plan;
}

test("chooseCampaign opens a list without a campaign again in the campaign, with the same decisions", async () => {
  const engine = createContactEngine();
  const file = new File([`phone_number,name\n${number(1)},Ann\n`], "later.csv");
  const unassigned = createImport(noCampaign, engine);
  await unassigned.onFile(file);
  unassigned.onCountry("GB");
  chooseCampaign("c-chosen");
  expect(importOf(noCampaign).list.step).toBe("none");
  createImport("c-chosen", createContactEngine()).onStarted();
  await vi.waitFor(() =>
    expect(importOf("c-chosen").list).toMatchObject({ step: "open", file, plan: { rules: { country: "GB" } } }),
  );
});
