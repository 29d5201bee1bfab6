import { getAssistant } from "@/lib/contract/api/assistants";
import { getCall } from "@/lib/contract/api/calls";
import { getCampaign, uploadContacts } from "@/lib/contract/api/campaigns";
import { listCredentials } from "@/lib/contract/api/credentials";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { endSession } from "@/lib/contract/api/sessions";
import { getTool } from "@/lib/contract/api/tools";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { getWorkflow } from "@/lib/contract/api/workflows";
import { listAudit } from "@/lib/contract/console/audit";
import { getMe } from "@/lib/contract/console/me";
import { getConnectionStatus } from "@/lib/contract/console/settings";
import { listTeam } from "@/lib/contract/console/team";
import { isAllowed, type Operation, type Role } from "@/lib/contract/operation";

export type Destination = {
  href: string;
  label: string;
  /** The heading it stands under in the rail; the overview stands above them all. */
  group: "Voice" | "Outbound" | "Live" | "Integrations" | "Admin" | null;
  /** The letter after G. */
  key: string;
  /** Who may ask for this may open the page. */
  opens: Operation;
};

const destinations: readonly Destination[] = [
  { href: "/", label: "Overview", group: null, key: "O", opens: getConnectionStatus },
  { href: "/assistants", label: "Assistants", group: "Voice", key: "A", opens: getAssistant },
  { href: "/phone-numbers", label: "Phone numbers", group: "Voice", key: "N", opens: listPhoneNumbers },
  { href: "/workflows", label: "Workflows", group: "Voice", key: "W", opens: getWorkflow },
  { href: "/tools", label: "Tools", group: "Voice", key: "T", opens: getTool },
  { href: "/campaigns", label: "Campaigns", group: "Outbound", key: "C", opens: getCampaign },
  { href: "/import", label: "Import contacts", group: "Outbound", key: "I", opens: uploadContacts },
  { href: "/calls", label: "Calls", group: "Live", key: "L", opens: getCall },
  { href: "/sessions", label: "Sessions", group: "Live", key: "S", opens: endSession },
  { href: "/webhooks", label: "Webhooks", group: "Integrations", key: "H", opens: listWebhooks },
  { href: "/credentials", label: "Credentials", group: "Integrations", key: "K", opens: listCredentials },
  { href: "/team", label: "Team and roles", group: "Admin", key: "D", opens: listTeam },
  { href: "/audit", label: "Audit log", group: "Admin", key: "U", opens: listAudit },
  { href: "/settings", label: "Settings", group: "Admin", key: "P", opens: getMe },
];

/** The pages a role may open, in the order of the rail. */
export const destinationsFor = (role: Role) => destinations.filter(({ opens }) => isAllowed(opens, role));

/** The destination that a path lies under. */
export const isUnder = (pathname: string, href: string) =>
  pathname === href || (href !== "/" && pathname.startsWith(`${href}/`));
