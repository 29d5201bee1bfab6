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
import { getConnectionStatus } from "@/lib/contract/console/connection";
import { getMe } from "@/lib/contract/console/me";
import { listTeam } from "@/lib/contract/console/team";
import { isAllowed, type Operation, type Role, roles } from "@/lib/contract/operation";
import { destinations } from "./destinations";

/** Who may ask for this may open the page. */
const opens: Readonly<Record<string, Operation>> = {
  "/": getConnectionStatus,
  "/assistants": getAssistant,
  "/phone-numbers": listPhoneNumbers,
  "/workflows": getWorkflow,
  "/tools": getTool,
  "/campaigns": getCampaign,
  "/import": uploadContacts,
  "/calls": getCall,
  "/sessions": endSession,
  "/webhooks": listWebhooks,
  "/credentials": listCredentials,
  "/team": listTeam,
  "/audit": listAudit,
  "/settings": getMe,
};

/** The pages a role may open, in the order of the rail. */
export const destinationsFor = (role: Role) =>
  destinations.filter(({ href }) => opens[href] && isAllowed(opens[href], role));

/** The same as addresses, as a page hands them to its rail: with the operations, all of the contract would come along. */
export const openPages = Object.fromEntries(
  roles.map((role) => [role, destinationsFor(role).map(({ href }) => href)]),
) as Record<Role, string[]>;
