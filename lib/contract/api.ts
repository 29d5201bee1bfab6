import { getAssistant } from "./assistants";
import { endCall, getCall } from "./calls";
import {
  cancelCampaign,
  getCampaign,
  pauseCampaign,
  resumeCampaign,
  startCampaign,
  uploadContacts,
  validateContacts,
} from "./campaigns";
import { getCredential, listCredentials } from "./credentials";
import type { Operation } from "./operation";
import { getPlanLimits, listPhoneNumbers } from "./phone-numbers";
import { endSession } from "./sessions";
import { deleteTool, getTool } from "./tools";
import { listWebhookLogs, listWebhooks } from "./webhooks";
import { getWorkflow, publishWorkflow } from "./workflows";

/** Every operation of the platform, and nothing else: the gateway sends no other request. */
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
