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
import {
  credentialsRead,
  figuresRead,
  numbersRead,
  pageOf,
  planRead,
  records,
  time,
  webhooksRead,
} from "@/lib/testing/components/records";
import { address, type Read, storedEntryRead, storedLogReads } from "@/lib/testing/components/render-with-reads";
import { AssistantScreen } from "./assistants/assistant-screen";
import { CredentialsScreen } from "./credentials/credentials-screen";
import { OverviewScreen } from "./overview/overview-screen";
import { NumbersScreen } from "./phone-numbers/numbers-screen";
import { WebhookScreen } from "./webhooks/webhook-screen";
import { WebhooksScreen } from "./webhooks/webhooks-screen";

vi.mock("next/navigation", async () => (await import("@/lib/testing/components/render-with-reads")).navigation);
vi.mock(
  "@/components/ui/browser/deferred",
  async () => (await import("@/lib/testing/components/render-with-reads")).deferredMock,
);

// Loads the deferred drawer before the first render.
beforeAll(async () => {
  await import("./webhooks/entry-drawer");
});

const pickFields = (fields: Fields, names: readonly string[]): Fields =>
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
    fields: pickFields(planLimits.fields, ["max_phone_numbers", "current_count", "localized_balance"]),
    base: records.plan,
    search: "",
    page: (plan) =>
      pageOf(<OverviewScreen from={time} />, [
        numbersRead(records.number),
        planRead(plan),
        webhooksRead(records.webhook),
        [listSaved, { pinned: "yes" }, { data: [] }],
        ...[listAnswers, listAlerts].map((op): Read => [op, {}, { data: [] }]),
        [getOverview, {}, { data: { steps: [], samples: [], credit: null } }],
      ]),
  },
  "credential in the list": {
    fields: pickFields(credential.fields, [
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
      pageOf(<WebhookScreen id="w" />, [webhooksRead(data), ...storedLogReads({ webhook: "w" }), figuresRead("w")]),
  },
  delivery: {
    fields: webhookLog.fields,
    base: records.entry,
    search: "time=all&entry=x",
    page: (data) => pageOf(<WebhooksScreen />, [...storedLogReads(), storedEntryRead("x", data)]),
  },
};

/** Fields whose null has its own text: no error, no time. */
const fieldsWithNullTexts = ["last_sync_error", "delivered_at"];

const long = `long ${"0123456789".repeat(1000)} end`;

/** Values of an unexpected type, and the text that must be on the page. */
const values: [kind: string, value: unknown, text: string][] = [
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

/** Paths of all fields, including nested records. */
function pathsOf(fields: Fields, parentPath: readonly string[] = []): string[][] {
  return Object.entries(fields).flatMap(([name, shape]: [string, Shape]) => [
    [...parentPath, name],
    ...(shape.kind === "record" ? pathsOf(shape.fields, [...parentPath, name]) : []),
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
  const addressValues = [...new URLSearchParams(search).values()];
  const isAddressed = (path: readonly string[]) => path.join() === "id" && addressValues.includes(String(base.id));

  test.each(pathsOf(fields).filter((path) => !isAddressed(path)))("%s %s is shown for any type", (...path) => {
    address.search = search;
    const fieldPath = path.filter((step): step is string => typeof step === "string");
    for (const [kind, value, text] of values)
      expect(page(withField(base, fieldPath, value)).includes(text), `${fieldPath.join(".")} as ${kind}`).toBe(true);
  });

  test.each(pathsOf(fields).filter((path) => !isAddressed(path)))(
    "%s %s is not reported as missing when it is empty",
    (...path) => {
      address.search = search;
      const fieldPath = path.filter((step): step is string => typeof step === "string");
      const count = (value: unknown, text: string) => occurrences(page(withField(base, fieldPath, value)), text);
      if (!fieldsWithNullTexts.includes(fieldPath.join()))
        expect(count(null, "empty (null)"), "null").toBeGreaterThan(count("x", "empty (null)"));
      expect(count("", "“”"), "empty text").toBeGreaterThan(count("x", "“”"));
      expect(count(undefined, "empty (null)"), "missing").toBeLessThan(count(null, "empty (null)") + 1);
    },
  );
});
