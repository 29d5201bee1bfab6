import { idToPath } from "../../lib/contract/identifier";
import type { Role } from "../../lib/contract/operation";
import { seeded } from "../../lib/platform/seed/ids";

export type VisitedPage = { path: string; title: RegExp; roles: readonly Role[]; shows: RegExp };

const all: readonly Role[] = ["admin", "campaign_manager", "support"];

/** Every page of the console with what it shows of the seeded organization, and who may open it. */
export const pages: readonly VisitedPage[] = [
  { path: "/", title: /Overview/, roles: all, shows: /Needs attention/ },
  { path: "/assistants", title: /Assistants/, roles: all, shows: /Assistants in Switchboard/ },
  {
    path: `/assistants/${seeded.assistants.renewals}`,
    title: /./,
    roles: all,
    shows: /first_message_mode|assistant-speaks-first/,
  },
  { path: "/phone-numbers", title: /Phone numbers/, roles: all, shows: /Growth/ },
  { path: "/workflows", title: /Workflows/, roles: all, shows: /Open/ },
  { path: `/workflows/${idToPath(seeded.workflows.withSlash)}`, title: /./, roles: all, shows: /intake\/router/ },
  { path: "/campaigns", title: /Campaigns/, roles: all, shows: /Add campaigns/ },
  { path: `/campaigns/${seeded.campaigns.running}`, title: /./, roles: all, shows: /total_contacts/ },
  {
    path: `/campaigns/${seeded.campaigns.draft}/contacts`,
    title: /contacts/i,
    roles: ["admin", "campaign_manager"],
    shows: /phone_number/,
  },
  { path: "/import", title: /Import contacts/, roles: ["admin", "campaign_manager"], shows: /Choose the campaign/ },
  { path: "/calls", title: /Calls/, roles: ["admin", "support"], shows: /Open/ },
  { path: `/calls/${seeded.calls.ended}`, title: /./, roles: ["admin", "support"], shows: /ended_reason/ },
  { path: "/sessions", title: /Sessions/, roles: ["admin", "support"], shows: /End session/ },
  { path: "/tools", title: /Tools/, roles: ["admin"], shows: /Open/ },
  { path: `/tools/${seeded.tools.lookup}`, title: /./, roles: ["admin"], shows: /parameters/ },
  { path: "/webhooks", title: /Webhooks/, roles: all, shows: /delivered/ },
  { path: `/webhooks/${seeded.webhooks.flaky}`, title: /./, roles: all, shows: /Retries, as seen/ },
  { path: "/credentials", title: /Server credentials/, roles: ["admin", "support"], shows: /Smart meter registry/ },
  { path: "/team", title: /Team/, roles: ["admin"], shows: /Mara Okafor/ },
  { path: "/audit", title: /Audit/, roles: ["admin"], shows: /Mara Okafor/ },
  { path: "/settings", title: /Settings/, roles: all, shows: /Theme/ },
  { path: "/settings/connection", title: /Settings/, roles: ["admin"], shows: /Change address or key/ },
  { path: "/settings/alerts", title: /Settings/, roles: ["admin"], shows: /Deliveries fail/ },
  {
    path: "/settings/automation",
    title: /Settings/,
    roles: ["admin", "campaign_manager"],
    shows: /Balance below the minimum/,
  },
  { path: "/settings/meanings", title: /Settings/, roles: ["admin"], shows: /Built-in meanings/ },
  { path: "/settings/differences", title: /Settings/, roles: ["admin"], shows: /API differences/ },
  { path: "/settings/data", title: /Settings/, roles: ["admin"], shows: /How often the platform is polled/ },
  { path: "/help", title: /Help/, roles: all, shows: /Did that webhook arrive/ },
  { path: "/help/keyboard", title: /Keyboard/, roles: all, shows: /Ctrl K/ },
];
