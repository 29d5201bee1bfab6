import { getAssistant } from "@/lib/contract/api/assistants";
import { getCampaign, uploadContacts } from "@/lib/contract/api/campaigns";
import { listCredentials } from "@/lib/contract/api/credentials";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { getTool } from "@/lib/contract/api/tools";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { getWorkflow } from "@/lib/contract/api/workflows";
import { listAudit } from "@/lib/contract/console/audit";
import { getConnectionStatus } from "@/lib/contract/console/connection";
import { listDoNotCall } from "@/lib/contract/console/do-not-call";
import { listFoundCalls } from "@/lib/contract/console/inbox/found-calls";
import { getMe } from "@/lib/contract/console/people/me";
import { listTeam } from "@/lib/contract/console/people/team";
import { isAllowed, type Operation, type Role, roles } from "@/lib/contract/operation";
import { destinations } from "./destinations";

/** The operation that a role needs to open each page. */
const pageOperations: Readonly<Record<string, Operation>> = {
  "/": getConnectionStatus,
  "/assistants": getAssistant,
  "/phone-numbers": listPhoneNumbers,
  "/workflows": getWorkflow,
  "/tools": getTool,
  "/campaigns": getCampaign,
  "/import": uploadContacts,
  "/do-not-call": listDoNotCall,
  "/calls": listFoundCalls,
  "/webhooks": listWebhooks,
  "/credentials": listCredentials,
  "/team": listTeam,
  "/audit": listAudit,
  "/settings": getMe,
};

export const destinationsFor = (role: Role) =>
  destinations.filter(({ href }) => pageOperations[href] && isAllowed(pageOperations[href], role));

/** Page URLs by role, without the operations, which would pull the whole contract into the client. */
export const openPages = Object.fromEntries(
  roles.map((role) => [role, destinationsFor(role).map(({ href }) => href)]),
) as Record<Role, string[]>;
