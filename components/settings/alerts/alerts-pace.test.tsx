import { beforeEach, expect, test, vi } from "vitest";
import { type AlertPace, usualPace } from "@/lib/contract/console/alert-settings";
import { formOf } from "@/lib/testing/components/form-of";
import { PaceSection } from "./alerts-pace";

const sent: { path: string; body: unknown }[] = [];

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    sent.push({ path, body: JSON.parse(body) });
    return Response.json({ message: "Saved." }, { headers: { "x-read-at": "2026-11-20T06:00:00Z" } });
  });
});

const quiet = { ...usualPace, is_quiet: true, from: "21:30", zone: "Asia/Tokyo", digest_minutes: 15 };
const paceForm = (pace: AlertPace) =>
  formOf(<PaceSection settings={{ pace, rules: [], recipients: [], mail: null, is_demo: false }} />);

test("shows the stored quiet hours and sends what was changed", async () => {
  const form = paceForm(quiet);
  const shown = ["Quiet from", "Quiet to", "Time zone", "At most one message every"].map(form.valueOf);
  expect(shown).toEqual(["21:30", "07:00", "Tokyo", "15"]);
  const checks = ["Quiet hours", "And on weekends", "Notify when resolved"];
  expect(checks.map(form.isChecked)).toEqual([true, true, true]);
  form.fill("Quiet to", "06:15");
  form.fill("At most one message every", "60");
  form.check("And on weekends", false);
  await form.submit();
  const body = { ...quiet, to: "06:15", digest_minutes: 60, has_weekends: false };
  await expect.poll(() => sent).toEqual([{ path: "/api/console/alert-settings/pace", body }]);
});

test.each([
  ["Quiet to", "21:30"],
  ["Quiet from", ""],
])("sends nothing and moves the focus to the field when %s is %j", async (label, value) => {
  const form = paceForm(quiet);
  form.fill(label, value);
  await form.submit();
  expect(form.focused()).toBe(label);
  expect(sent).toEqual([]);
});

test("sends that there are no quiet hours when they are turned off", async () => {
  const form = paceForm(quiet);
  form.check("Quiet hours", false);
  await form.submit();
  await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ ...quiet, is_quiet: false }]);
});
