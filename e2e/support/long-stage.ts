import { type Browser, type BrowserContextOptions, expect, type Page, request } from "@playwright/test";
import { idToPath } from "../../lib/contract/identifier";
import type { Role } from "../../lib/contract/operation";
import { timeoutMs } from "../../lib/testing/timeout-ms";
import { watchLayoutShifts } from "./layout-shift";
import { longIds, longName, longPlatform, longRecords, longWord } from "./long-platform";
import { cookieHeader } from "./people";
import type { Stage } from "./stage";
import { listen, patient } from "./test";

export type LongStage = Awaited<ReturnType<typeof openLongStage>>;

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;

const contexts: Record<Role, BrowserContextOptions> = {
  admin: { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  campaign_manager: { ...phone, colorScheme: "dark" },
  support: { ...phone, colorScheme: "light" },
  viewer: { ...phone, colorScheme: "dark" },
};

/** A page of each role in the stage's product, whose platform has the longest names among ordinary ones. */
export async function openLongStage(browser: Browser, stage: Stage) {
  stage.platform.answer(longPlatform);
  const passwordLink = await createContent(stage);
  const complaints: string[] = [];
  const open = async (role: Role): Promise<Page> => {
    const context = await browser.newContext({
      baseURL: stage.product.origin,
      reducedMotion: "reduce",
      ...contexts[role],
    });
    await context.addCookies(stage.cookies[role]);
    const page = patient(await context.newPage());
    listen(page, undefined, complaints);
    await watchLayoutShifts(page);
    return page;
  };
  const pages: Record<Role, Page> = {
    admin: await open("admin"),
    campaign_manager: await open("campaign_manager"),
    support: await open("support"),
    viewer: await open("viewer"),
  };
  const close = () => Promise.all(Object.values(pages).map((page) => page.context().close()));
  return { pages, complaints, passwordLink, close };
}

/** Gives every page something to show. Returns the link by which a person of a long name chooses a password. */
async function createContent({ product, cookies }: Stage): Promise<string> {
  const api = await request.newContext({
    baseURL: product.origin,
    extraHTTPHeaders: { cookie: cookieHeader(cookies.admin), "x-switchboard": "1", "sec-fetch-site": "same-origin" },
  });
  const send = async (path: string, data?: unknown) => {
    const response = await api.fetch(`/api${path}`, data === undefined ? {} : { method: "POST", data });
    if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`);
    return response.json();
  };
  const lists = ["phone-numbers", "phone-numbers/plan-limits", "integrations/server-credentials", "webhooks"];
  const records = Object.entries(longRecords).flatMap(([resource, ids]) =>
    ids.map((id) => `${resource}/${idToPath(id)}`),
  );
  await Promise.all([...lists, ...records].map((path) => send(`/v1/${path}`)));

  const name = longName.slice(0, 120);
  const campaign_id = longIds.campaign;
  const local = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 16);
  const email = `${"n".repeat(60)}@${"e".repeat(60)}.example`;
  await send("/console/saved/sessions", { refs: [longIds.call, "ordinary-session"] });
  await send(`/console/saved/campaigns/${campaign_id}`, { label: name });
  await send(`/console/saved/assistants/${longIds.assistant}`, {});
  await send("/console/automation/planned", { campaign_id, action: "pause", local, zone: "Europe/London" });
  await send(`/v1/campaigns/${campaign_id}/pause`, {});
  await send("/console/alert-settings/rules/calls_failing", { pause: { is_on: true, campaigns: [campaign_id] } });
  await send("/console/meanings", { resource: "campaigns", field: "status", word: longWord, tone: "wait" });
  const { pace } = await send("/console/alert-settings");
  await send("/console/alert-settings/pace", { ...pace, is_quiet: true });
  const { link } = await send("/console/team", { name, email, role: "support" });

  const total = async () => {
    // A read of the last two seconds counts as fresh, so one request may read nothing.
    await send("/console/delivery-reading?fresh=yes");
    return (await send("/console/delivery-summary", {})).total;
  };
  await expect.poll(total, { timeout: timeoutMs(60_000) }).toBe(120);
  await api.dispose();
  return link;
}
