import { getAssistant } from "@/lib/contract/api/assistants";
import { endCall, getCall } from "@/lib/contract/api/calls";
import {
  cancelCampaign,
  getCampaign,
  pauseCampaign,
  resumeCampaign,
  startCampaign,
  uploadContacts,
  validateContacts,
} from "@/lib/contract/api/campaigns";
import { getCredential, listCredentials } from "@/lib/contract/api/credentials";
import { getPlanLimits, listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { endSession } from "@/lib/contract/api/sessions";
import { deleteTool, getTool } from "@/lib/contract/api/tools";
import { listWebhookLogs, listWebhooks } from "@/lib/contract/api/webhooks";
import { getWorkflow, publishWorkflow } from "@/lib/contract/api/workflows";
import type { Operation } from "./operation";

/** All platform operations. The gateway forwards no other request. */
export const apiOperations: readonly Operation[] = [
  startCampaign,
  pauseCampaign,
  resumeCampaign,
  cancelCampaign,
  getCampaign,
  uploadContacts,
  validateContacts,
  getAssistant,
  listPhoneNumbers,
  getPlanLimits,
  listCredentials,
  getCredential,
  publishWorkflow,
  getWorkflow,
  endCall,
  getCall,
  endSession,
  getTool,
  deleteTool,
  listWebhooks,
  listWebhookLogs,
];
