import { expect, test } from "vitest";
import { type AlertSettings, defaultPace, getAlertSettings, setAlertPace } from "@/lib/contract/console/alert-settings";
import { freshAlerts } from "@/lib/testing/alerts";

const { ask } = await freshAlerts();

const paceNow = async () => (await ask<AlertSettings>(getAlertSettings)).pace;
const quiet = { ...defaultPace, is_quiet: true, from: "07:00", to: "15:00", zone: "Europe/Berlin" };

test("stores the quiet hours and says what applies now", async () => {
  expect(await paceNow()).toEqual(defaultPace);
  expect(await ask(setAlertPace, quiet)).toEqual({
    message:
      "Quiet from 07:00 to 15:00 and on weekends, Europe/Berlin. At most one message every 5 min. Notifies when resolved.",
  });
  expect(await paceNow()).toEqual(quiet);
  const off = { ...quiet, is_quiet: false, digest_minutes: 60, notifies_recovery: false };
  expect(await ask(setAlertPace, off)).toEqual({
    message: "No quiet hours. At most one message every 60 min. Does not notify when resolved.",
  });
  expect(await paceNow()).toEqual(off);
});

test("refuses an unknown time zone and keeps the stored quiet hours", async () => {
  await ask(setAlertPace, quiet);
  await expect(ask(setAlertPace, { ...quiet, zone: "Mars/Olympus" })).rejects.toThrow("This time zone is not known.");
  expect(await paceNow()).toEqual(quiet);
});

test("changes only what is sent, so that what others saved meanwhile stays", async () => {
  await ask(setAlertPace, quiet);
  await ask(setAlertPace, { digest_minutes: 60 });
  await ask(setAlertPace, { has_weekends: false });
  expect(await paceNow()).toEqual({ ...quiet, digest_minutes: 60, has_weekends: false });
});

test("refuses quiet hours that start and end at the same time, unless they are off", async () => {
  await ask(setAlertPace, quiet);
  await expect(ask(setAlertPace, { to: quiet.from })).rejects.toThrow("must start and end at different times");
  expect(await paceNow()).toEqual(quiet);
  await ask(setAlertPace, { is_quiet: false, to: quiet.from });
  await expect(ask(setAlertPace, { is_quiet: true })).rejects.toThrow("must start and end at different times");
});
