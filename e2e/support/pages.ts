import { idToPath } from "../../lib/contract/identifier";
import { type Role, roles, staff } from "../../lib/contract/operation";
import { seeded } from "../../platform/seed/ids";

/** `path` holds the names of IDs in brackets. `shows` matches the demo platform and the one of the longest names. */
type VisitedPage = { path: string; title: RegExp; roles: readonly Role[]; shows: RegExp };

const all = roles;
const managers: readonly Role[] = ["admin", "campaign_manager"];
const supporters: readonly Role[] = ["admin", "support"];
const admins: readonly Role[] = ["admin"];

/** Every page of the console with what it shows and who may open it. */
export const pageTemplates: readonly VisitedPage[] = [
  { path: "/", title: /Overview/, roles: all, shows: /Needs attention/ },
  { path: "/assistants", title: /Assistants/, roles: all, shows: /Assistants in Switchboard/ },
  { path: "/assistants/[assistant]", title: /./, roles: all, shows: /first_message_mode|assistant-speaks-first/ },
  { path: "/phone-numbers", title: /Phone numbers/, roles: all, shows: /Growth|Donau/ },
  { path: "/workflows", title: /Workflows/, roles: all, shows: /Workflows in Switchboard/ },
  { path: "/workflows/[workflow]", title: /./, roles: all, shows: /intake\/router|Donau/ },
  { path: "/campaigns", title: /Campaigns/, roles: all, shows: /The platform has no list of campaigns/ },
  { path: "/campaigns/[campaign]", title: /./, roles: all, shows: /total_contacts/ },
  { path: "/campaigns/scheduled", title: /Scheduled actions/, roles: all, shows: /What starts, pauses or resumes/ },
  { path: "/campaigns/[draft]/contacts", title: /contacts/i, roles: managers, shows: /Choose a file/ },
  { path: "/import", title: /Import contacts/, roles: managers, shows: /choose its campaign/ },
  { path: "/do-not-call", title: /Do not call/, roles: staff, shows: /on the list/ },
  { path: "/calls", title: /Calls?/i, roles: all, shows: /Calls fill themselves|Started/ },
  { path: "/calls/[call]", title: /./, roles: staff, shows: /ended_reason/ },
  { path: "/tools", title: /Tools/, roles: supporters, shows: /Tools in Switchboard/ },
  { path: "/tools/[tool]", title: /./, roles: supporters, shows: /parameters/ },
  { path: "/webhooks", title: /./, roles: all, shows: /First tried/ },
  { path: "/webhooks/address", title: /./, roles: all, shows: /First confirmed call/ },
  { path: "/webhooks/[webhook]", title: /./, roles: all, shows: /Usual waits/ },
  { path: "/credentials", title: /Server credentials/, roles: supporters, shows: /Smart meter registry|Donau/ },
  { path: "/credentials/[credential]", title: /Server credentials/, roles: supporters, shows: /Secret preview/ },
  { path: "/team", title: /Team/, roles: admins, shows: /Mara Okafor/ },
  { path: "/audit", title: /Audit/, roles: admins, shows: /Mara Okafor/ },
  { path: "/team/tokens", title: /Team/, roles: admins, shows: /For scripts and other programs/ },
  { path: "/team/sign-on", title: /Team/, roles: admins, shows: /Required second factor/ },
  { path: "/settings", title: /Settings/, roles: all, shows: /Single-letter keys/ },
  { path: "/settings/platform", title: /Settings/, roles: admins, shows: /Ends in/ },
  { path: "/settings/platform/polls", title: /Recent polls/, roles: admins, shows: /Webhook log|webhook log/ },
  { path: "/settings/platform/unknown", title: /Unknown values/, roles: admins, shows: /Meanings set here/ },
  { path: "/settings/alerts", title: /Settings/, roles: all, shows: /Numbers and credit/ },
  { path: "/settings/alerts/rules", title: /Alert rules/, roles: admins, shows: /and pause campaigns/ },
  {
    path: "/settings/alerts/recipients",
    title: /Also send to/,
    roles: admins,
    shows: /beside the people of your team/,
  },
  { path: "/settings/alerts/sent", title: /Sent alerts/, roles: admins, shows: /Kept for 400 days/ },
  { path: "/settings/data", title: /Settings/, roles: admins, shows: /How long to keep/ },
  { path: "/settings/data/backups", title: /Backups/, roles: admins, shows: /Back up now/ },
  { path: "/help", title: /Help/, roles: all, shows: /Did that webhook arrive/ },
  { path: "/help/keyboard", title: /Keyboard/, roles: all, shows: /Ctrl K/ },
];

const seededIds: PageIds = {
  assistant: seeded.assistants.renewals,
  workflow: seeded.workflows.withSlash,
  campaign: seeded.campaigns.running,
  draft: seeded.campaigns.draft,
  call: seeded.calls.ended,
  tool: seeded.tools.lookup,
  webhook: seeded.webhooks.flaky,
  credential: seeded.credentials.failing,
};

export type PageIds = Record<
  "assistant" | "workflow" | "campaign" | "draft" | "call" | "tool" | "webhook" | "credential",
  string
>;

export const pathOf = (template: string, ids: PageIds) =>
  template.replace(/\[(\w+)\]/g, (_, name: keyof PageIds) => idToPath(ids[name]));

/** The pages of the demo platform. */
export const pages: readonly VisitedPage[] = pageTemplates.map((page) => ({
  ...page,
  path: pathOf(page.path, seededIds),
}));
