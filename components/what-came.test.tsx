import type { ReactNode } from "react";
import { beforeAll, describe, expect, test } from "vitest";
import { loadDeferred } from "@/components/ui/browser/deferred";
import { assistant, getAssistant } from "@/lib/contract/api/assistants";
import { credential, getCredential } from "@/lib/contract/api/credentials";
import { phoneNumber, planLimits } from "@/lib/contract/api/phone-numbers";
import { webhook, webhookLog } from "@/lib/contract/api/webhooks";
import { listAlertGroups } from "@/lib/contract/console/alerts";
import { listAnswers } from "@/lib/contract/console/audit";
import { listKnownCampaigns } from "@/lib/contract/console/campaign-list";
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
import { type Read, storedEntryRead, storedLogReads } from "@/lib/testing/components/render-with-reads";
import { runs } from "@/lib/testing/runs";
import { AssistantScreen } from "./assistants/assistant-screen";
import { CredentialsScreen } from "./credentials/credentials-screen";
import { OverviewScreen } from "./overview/overview-screen";
import { NumbersScreen } from "./phone-numbers/numbers-screen";
import { WebhookRecord } from "./webhooks/webhook-record";
import { WebhookScreen } from "./webhooks/webhook-screen";
import { WebhooksScreen } from "./webhooks/webhooks-screen";

beforeAll(loadDeferred);

const pickFields = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

type Case = {
  fields: Fields;
  base: Record<string, unknown>;
  search: string;
  screen: ReactNode;
  readsOf: (record: unknown) => Read[];
};

const cases: Record<string, Case> = {
  assistant: {
    fields: assistant.fields,
    base: records.assistant,
    search: "",
    screen: <AssistantScreen id="a" />,
    readsOf: (data) => [[getAssistant, { assistant_id: "a" }, { success: true, data }], numbersRead(records.number)],
  },
  number: {
    fields: phoneNumber.fields,
    base: records.number,
    search: "number=x",
    screen: <NumbersScreen />,
    readsOf: (number) => [numbersRead(number), planRead(records.plan)],
  },
  plan: {
    fields: planLimits.fields,
    base: records.plan,
    search: "",
    screen: <NumbersScreen />,
    readsOf: (plan) => [numbersRead(records.number), planRead(plan)],
  },
  credential: {
    fields: credential.fields,
    base: records.credential,
    search: "credential=x",
    screen: <CredentialsScreen />,
    readsOf: (data) => [
      credentialsRead(records.credential),
      [getCredential, { credential_id: "x" }, { success: true, data }],
    ],
  },
  "plan on the overview": {
    fields: pickFields(planLimits.fields, ["max_phone_numbers", "current_count", "localized_balance"]),
    base: records.plan,
    search: "",
    screen: <OverviewScreen from={time} />,
    readsOf: (plan) => [
      planRead(plan),
      ...[listAnswers, listAlertGroups, listKnownCampaigns].map((op): Read => [op, {}, { data: [], notes: null }]),
      [getOverview, {}, { data: { steps: [], credit: null, calls: null } }],
    ],
  },
  "credential in the list": {
    fields: pickFields(credential.fields, ["name", "status", "last_sync_status"]),
    base: records.credential,
    search: "",
    screen: <CredentialsScreen />,
    readsOf: (data) => [credentialsRead(data)],
  },
  webhook: {
    fields: webhook.fields,
    base: records.webhook,
    search: "webhook=w&time=all",
    screen: (
      <>
        <WebhookScreen id="w" />
        <WebhookRecord id="w" />
      </>
    ),
    readsOf: (data) => [webhooksRead(data), ...storedLogReads({ webhook: "w" }), figuresRead("w")],
  },
  delivery: {
    fields: webhookLog.fields,
    base: records.entry,
    search: "time=all&entry=x",
    screen: <WebhooksScreen />,
    readsOf: (data) => [...storedLogReads(), storedEntryRead("x", data)],
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

/** One kind by day, another for the next field, and all kinds at night. */
const valuesFor = (index: number) =>
  [...values.slice(index % values.length), ...values].slice(0, runs(1, values.length));

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

describe.each(Object.entries(cases))("%s", (_name, { fields, base, search, screen, readsOf }) => {
  const addressValues = [...new URLSearchParams(search).values()];
  const isAddressed = (path: readonly string[]) => path.join() === "id" && addressValues.includes(String(base.id));
  const paths = pathsOf(fields).filter((path) => !isAddressed(path));
  const page = (path: readonly string[], value: unknown) =>
    pageOf(screen, readsOf(withField(base, path, value)), { search, showsLoaded: true });

  test.each(paths.map((path, index) => [path.join("."), path, index] as const))(
    "%s is shown for any type",
    (name, path, index) => {
      for (const [kind, value, text] of valuesFor(index))
        expect(page(path, value).includes(text), `${name} as ${kind}`).toBe(true);
    },
  );

  test.each(paths.map((path) => [path.join("."), path] as const))(
    "%s is not reported as missing when it is empty",
    (name, path) => {
      const [usual, isNull, isMissing] = ["x", null, undefined].map((value) => page(path, value));
      const count = (of = "") => occurrences(of, "empty (null)");
      if (!fieldsWithNullTexts.includes(name)) expect(count(isNull), "null").toBeGreaterThan(count(usual));
      expect(occurrences(page(path, ""), "“”"), "empty text").toBeGreaterThan(occurrences(usual ?? "", "“”"));
      expect(count(isMissing), "missing").toBeLessThan(count(isNull) + 1);
    },
  );
});
