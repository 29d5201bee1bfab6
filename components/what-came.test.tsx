import { beforeAll, describe, expect, test, vi } from "vitest";
import { assistant, getAssistant } from "@/lib/contract/api/assistants";
import { credential, getCredential } from "@/lib/contract/api/credentials";
import { phoneNumber, planLimits } from "@/lib/contract/api/phone-numbers";
import { webhook, webhookLog } from "@/lib/contract/api/webhooks";
import { listAlerts } from "@/lib/contract/console/alerts";
import { listAnswers } from "@/lib/contract/console/audit";
import { listSaved } from "@/lib/contract/console/saved";
import { getOverview } from "@/lib/contract/console/summary";
import type { Fields, Shape } from "@/lib/contract/fields";
import { isPlainObject } from "@/lib/format/json";
import { AssistantScreen } from "./assistants/assistant-screen";
import { CredentialsScreen } from "./credentials/credentials-screen";
import { OverviewScreen } from "./overview/overview-screen";
import { NumbersScreen } from "./phone-numbers/numbers-screen";
import {
  credentialsRead,
  figuresRead,
  numbersRead,
  pageOf,
  planRead,
  records,
  time,
  webhooksRead,
} from "./records-testing";
import { address, keptEntry, keptLogReads, type Read } from "./testing";
import { WebhookScreen } from "./webhooks/webhook-screen";
import { WebhooksScreen } from "./webhooks/webhooks-screen";

vi.mock("next/navigation", async () => (await import("./testing")).navigation);
vi.mock("@/components/ui/browser/deferred", async () => (await import("@/components/testing")).deferring);

// What opens on a press is there before the first page is drawn.
beforeAll(async () => {
  await import("./webhooks/entry-drawer");
});

const picked = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

type Case = {
  fields: Fields;
  base: Record<string, unknown>;
  search: string;
  page: (record: unknown) => string;
};

const cases: Record<string, Case> = {
  assistant: {
    fields: assistant.fields,
    base: records.assistant,
    search: "",
    page: (data) =>
      pageOf(<AssistantScreen id="a" />, [
        [getAssistant, { assistant_id: "a" }, { success: true, data }],
        numbersRead(records.number),
      ]),
  },
  number: {
    fields: phoneNumber.fields,
    base: records.number,
    search: "number=x",
    page: (number) => pageOf(<NumbersScreen />, [numbersRead(number), planRead(records.plan)]),
  },
  plan: {
    fields: planLimits.fields,
    base: records.plan,
    search: "",
    page: (plan) => pageOf(<NumbersScreen />, [numbersRead(records.number), planRead(plan)]),
  },
  credential: {
    fields: credential.fields,
    base: records.credential,
    search: "credential=x",
    page: (data) =>
      pageOf(<CredentialsScreen />, [
        credentialsRead(records.credential),
        [getCredential, { credential_id: "x" }, { success: true, data }],
      ]),
  },
  "plan on the overview": {
    fields: picked(planLimits.fields, ["max_phone_numbers", "current_count", "localized_balance"]),
    base: records.plan,
    search: "",
    page: (plan) =>
      pageOf(<OverviewScreen from={time} />, [
        numbersRead(records.number),
        planRead(plan),
        webhooksRead(records.webhook),
        ...[listSaved, listAnswers, listAlerts].map((op): Read => [op, {}, { data: [] }]),
        [getOverview, {}, { data: { steps: [], samples: [], credit: null } }],
      ]),
  },
  "credential in the list": {
    fields: picked(credential.fields, [
      "id",
      "name",
      "auth_type",
      "secret_preview",
      "status",
      "last_sync_status",
      "created_at",
    ]),
    base: records.credential,
    search: "",
    page: (data) => pageOf(<CredentialsScreen />, [credentialsRead(data)]),
  },
  webhook: {
    fields: webhook.fields,
    base: records.webhook,
    search: "webhook=w&time=all",
    page: (data) =>
      pageOf(<WebhookScreen id="w" />, [webhooksRead(data), ...keptLogReads({ webhook: "w" }), figuresRead("w")]),
  },
  "log entry": {
    fields: webhookLog.fields,
    base: records.entry,
    search: "time=all&entry=x",
    page: (data) => pageOf(<WebhooksScreen />, [...keptLogReads(), keptEntry("x", data)]),
  },
};

/** Where a null has a meaning of its own, which is said: no error, no time. */
const saidInWords = ["last_sync_error", "delivered_at"];

const long = `long ${"0123456789".repeat(1000)} end`;

/** What a field may come as, and what of it has to be on the page. */
const values: [what: string, value: unknown, shows: string][] = [
  ["a number", 503, "503"],
  ["a negative number", -1, "-1"],
  ["a time since 1970", 1763622000, "1763622000"],
  ["a number as text", "261", "261"],
  ["a word", "unlimited", "unlimited"],
  ["a flag", false, "false"],
  ["an object", { deep: "what-came" }, "what-came"],
  ["a list", ["what-came", 7], "what-came"],
  ["10,000 characters", long, long],
];

const occurrences = (page: string, text: string) => page.split(text).length - 1;

/** Every field of a record by its path, those of the records inside it too. */
function pathsOf(fields: Fields, above: readonly string[] = []): string[][] {
  return Object.entries(fields).flatMap(([name, shape]: [string, Shape]) => [
    [...above, name],
    ...(shape.kind === "record" ? pathsOf(shape.fields, [...above, name]) : []),
  ]);
}

function withField(
  record: Record<string, unknown>,
  [name = "", ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const { [name]: inner, ...others } = record;
  if (rest.length === 0) return value === undefined ? others : { ...record, [name]: value };
  return { ...record, [name]: withField(isPlainObject(inner) ? inner : {}, rest, value) };
}

describe.each(Object.entries(cases))("%s", (_name, { fields, base, search, page }) => {
  const named = [...new URLSearchParams(search).values()];
  const isAddress = (path: readonly string[]) => path.join() === "id" && named.includes(String(base.id));

  test.each(pathsOf(fields).filter((path) => !isAddress(path)))("%s %s is shown as whatever it came", (...path) => {
    address.search = search;
    const where = path.filter((step): step is string => typeof step === "string");
    for (const [what, value, shows] of values)
      expect(page(withField(base, where, value)).includes(shows), `${where.join(".")} as ${what}`).toBe(true);
  });

  test.each(pathsOf(fields).filter((path) => !isAddress(path)))(
    "%s %s that came empty is not reported as not sent",
    (...path) => {
      address.search = search;
      const where = path.filter((step): step is string => typeof step === "string");
      const count = (value: unknown, text: string) => occurrences(page(withField(base, where, value)), text);
      if (!saidInWords.includes(where.join()))
        expect(count(null, "empty (null)"), "null").toBeGreaterThan(count("x", "empty (null)"));
      expect(count("", "“”"), "empty text").toBeGreaterThan(count("x", "“”"));
      expect(count(undefined, "empty (null)"), "missing").toBeLessThan(count(null, "empty (null)") + 1);
    },
  );
});
