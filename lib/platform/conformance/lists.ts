import { listCredentials } from "@/lib/contract/api/credentials";
import { getPlanLimits, listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { listWebhookLogs, listWebhooks } from "@/lib/contract/api/webhooks";
import { textIn } from "@/lib/format/json";
import { type Check, expectAnswer, expectStatus, fieldOf, rowsOf, skipped } from "./check";
import * as records from "./records";
import { isRecord, listOf, object, succeeded } from "./shape";

const mostPages = 50;

const isTotal = (total: unknown, counted: number) =>
  total === counted ? [] : [`total is ${JSON.stringify(total)}, and ${counted} were counted`];

/** The lists, which come first: the identifiers of other checks are learned from them. */
export const listChecks: Check[] = [
  {
    name: "a request without a key is refused",
    run: async ({ ask }) => expectStatus(await ask(listWebhooks, {}, { isAnonymous: true }), 401, 403),
  },
  {
    name: "GET /v1/phone-numbers: items with every field, and no success",
    run: async ({ ask, known }) => {
      const answer = await ask(listPhoneNumbers, {});
      known.assistant ??= rowsOf(answer, "items")
        .map(({ assistant_id }) => textIn(assistant_id))
        .find(Boolean);
      return expectAnswer(answer, records.phoneNumbers);
    },
  },
  {
    name: "GET /v1/phone-numbers: page and limit are echoed and kept to, total counts every number",
    run: async ({ ask }) => {
      const first = await ask(listPhoneNumbers, { page: 1, limit: 1 });
      const second = await ask(listPhoneNumbers, { page: 2, limit: 1 });
      const wrong = [...expectAnswer(first, records.phoneNumbers), ...expectAnswer(second, records.phoneNumbers)];
      if (fieldOf(first, "page") !== 1 || fieldOf(second, "page") !== 2) wrong.push("page should be echoed");
      if (fieldOf(first, "limit") !== 1) wrong.push("limit should be echoed");
      if (fieldOf(first, "total") !== fieldOf(second, "total")) wrong.push("total should not depend on the page");
      if (rowsOf(first, "items").length > 1) wrong.push("there should be no more items than limit");
      const [one, other] = [rowsOf(first, "items")[0]?.id, rowsOf(second, "items")[0]?.id];
      if (one !== undefined && one === other) wrong.push("the second page should not repeat the first");
      return wrong;
    },
  },
  {
    name: "GET /v1/phone-numbers: total is how many numbers the pages hold",
    run: async ({ ask }) => {
      const limit = 100;
      let counted = 0;
      let total: unknown;
      for (let page = 1; page <= mostPages; page += 1) {
        const answer = await ask(listPhoneNumbers, { page, limit });
        const rows = rowsOf(answer, "items").length;
        total ??= fieldOf(answer, "total");
        counted += rows;
        const size = Number(fieldOf(answer, "limit")) || limit;
        if (rows < Math.min(size, limit)) return isTotal(total, counted);
      }
      return skipped(`there are more than ${mostPages} pages`);
    },
  },
  {
    name: "GET /v1/phone-numbers/plan-limits: every field, and counts that fit each other",
    run: async ({ ask }) => {
      const answer = await ask(getPlanLimits, {});
      const wrong = expectAnswer(answer, records.result(records.planLimits));
      const limits = fieldOf(answer, "data");
      if (wrong.length > 0 || !isRecord(limits)) return wrong;
      const { current_count, max_phone_numbers, is_allowed } = limits;
      const total = Number(fieldOf(await ask(listPhoneNumbers, { page: 1, limit: 1 }), "total"));
      if (Number(current_count) < total)
        wrong.push(`current_count is ${current_count}, and ${total} numbers are owned`);
      if (is_allowed === true && Number(current_count) >= Number(max_phone_numbers))
        wrong.push("is_allowed is true although the plan's numbers are used up");
      return wrong;
    },
  },
  {
    name: "GET /v1/integrations/server-credentials: every field but updated_at, with total, limit and skip",
    run: async ({ ask, known }) => {
      const answer = await ask(listCredentials, { limit: 1 });
      const wrong = expectAnswer(answer, records.credentials);
      const rows = rowsOf(answer, "data");
      known.credential ??= textIn(rows[0]?.id);
      if (fieldOf(answer, "limit") !== 1) wrong.push("limit should be echoed");
      if (rows.length > 1) wrong.push("there should be no more rows than limit");
      return wrong;
    },
  },
  {
    name: "GET /v1/integrations/server-credentials: total is how many credentials there are",
    run: async ({ ask }) => {
      const limit = 100;
      const answer = await ask(listCredentials, { limit });
      const rows = rowsOf(answer, "data").length;
      const echoed = fieldOf(answer, "limit");
      if (rows >= (typeof echoed === "number" ? echoed : limit))
        return skipped(`the platform gives no more than ${rows} at once, and shows no way to the others`);
      return isTotal(fieldOf(answer, "total"), rows);
    },
  },
  {
    name: "GET /v1/webhooks: every field",
    run: async ({ ask, known }) => {
      const answer = await ask(listWebhooks, {});
      known.webhook ??= textIn(rowsOf(answer, "data")[0]?.id);
      return expectAnswer(answer, object({ success: succeeded, data: listOf(records.webhook) }));
    },
  },
  {
    name: "GET /v1/webhooks/logs: every field of every entry",
    run: async ({ ask }) =>
      expectAnswer(await ask(listWebhookLogs, {}), object({ success: succeeded, data: listOf(records.webhookLog) })),
  },
  {
    name: "GET /v1/webhooks/logs: webhook_id filters",
    run: async ({ ask, known }) => {
      if (!known.webhook) return skipped("there is no webhook");
      const answer = await ask(listWebhookLogs, { webhook_id: known.webhook });
      const others = rowsOf(answer, "data").filter(({ webhook_id }) => webhook_id !== known.webhook);
      return [
        ...expectStatus(answer, 200),
        ...(others.length > 0 ? [`${others.length} entries are of other webhooks`] : []),
      ];
    },
  },
];
