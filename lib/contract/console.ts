import {
  addAlertRecipient,
  getAlertSettings,
  listAlertMessages,
  removeAlertRecipient,
  setAlertPace,
  setAlertRule,
  testAlertRecipient,
} from "@/lib/contract/console/alert-settings";
import { acknowledgeAlert, listAlerts, resolveAlert, snoozeAlert, wakeAlert } from "@/lib/contract/console/alerts";
import {
  exportAudit,
  getAuditChoices,
  getAuditEntry,
  listAnswers,
  listAudit,
  verifyAuditLog,
} from "@/lib/contract/console/audit";
import {
  changePlanned,
  listAutomaticActs,
  listGuardRails,
  listPlanned,
  listRunningCampaigns,
  planAction,
  removePlanned,
  setGuardRail,
} from "@/lib/contract/console/automation";
import { setCounterMeaning } from "@/lib/contract/console/campaign-counters";
import { getListsElsewhere, listKnownCampaigns } from "@/lib/contract/console/campaign-list";
import { getCampaignProgress } from "@/lib/contract/console/campaign-progress";
import { getConnection, getConnectionStatus, testConnection } from "@/lib/contract/console/connection";
import { changeConnection, revertConnection, tryConnection } from "@/lib/contract/console/connection-change";
import {
  exportDeliveries,
  getDeliverySeen,
  getWebhookFigures,
  listDeliveries,
  readDeliveries,
  summarizeDeliveries,
} from "@/lib/contract/console/deliveries";
import { listDrift } from "@/lib/contract/console/drift";
import { beginImport, finishImport, listImports } from "@/lib/contract/console/imports";
import {
  getEarlierWorkflow,
  getKept,
  getSendEffect,
  listMissingTools,
  listRelated,
  listVersions,
  setPace,
  setRetention,
  setRetries,
} from "@/lib/contract/console/kept";
import { getMe, savePreferences } from "@/lib/contract/console/me";
import { forgetMeaning, listMeanings, setMeaning } from "@/lib/contract/console/meanings";
import { addRecords, changeRecords, forgetRecord, listSaved, saveRecord } from "@/lib/contract/console/saved";
import { getOverview, getSummary, hideFirstSteps } from "@/lib/contract/console/summary";
import {
  addMember,
  changeRole,
  changeState,
  listTeam,
  makePersonLink,
  removeMember,
} from "@/lib/contract/console/team";
import type { Operation } from "./operation";

/** All operations of Switchboard itself. They have the same permission checks and audit log as platform operations. */
export const consoleOperations: readonly Operation[] = [
  getMe,
  savePreferences,
  listTeam,
  addMember,
  changeRole,
  changeState,
  makePersonLink,
  removeMember,
  listAudit,
  getAuditEntry,
  getAuditChoices,
  exportAudit,
  verifyAuditLog,
  listAnswers,
  listSaved,
  saveRecord,
  addRecords,
  changeRecords,
  forgetRecord,
  listVersions,
  getSendEffect,
  listRelated,
  listMissingTools,
  getEarlierWorkflow,
  getKept,
  setPace,
  setRetention,
  setRetries,
  getConnectionStatus,
  getConnection,
  testConnection,
  tryConnection,
  changeConnection,
  revertConnection,
  listMeanings,
  setMeaning,
  forgetMeaning,
  listDrift,
  listAlerts,
  acknowledgeAlert,
  resolveAlert,
  snoozeAlert,
  wakeAlert,
  getAlertSettings,
  setAlertRule,
  setAlertPace,
  addAlertRecipient,
  removeAlertRecipient,
  testAlertRecipient,
  listAlertMessages,
  listImports,
  beginImport,
  finishImport,
  getCampaignProgress,
  listKnownCampaigns,
  getListsElsewhere,
  setCounterMeaning,
  listGuardRails,
  setGuardRail,
  listPlanned,
  planAction,
  changePlanned,
  removePlanned,
  listAutomaticActs,
  listRunningCampaigns,
  listDeliveries,
  summarizeDeliveries,
  readDeliveries,
  exportDeliveries,
  getDeliverySeen,
  getWebhookFigures,
  getSummary,
  getOverview,
  hideFirstSteps,
];
