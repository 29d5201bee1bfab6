import {
  addAlertRecipient,
  getAlertSettings,
  listAlertMessages,
  removeAlertRecipient,
  setAlertPace,
  setAlertRule,
  testAlertRecipient,
} from "@/lib/contract/console/alert-settings";
import {
  acknowledgeAlert,
  listAlerts,
  releaseAlert,
  resolveAlert,
  snoozeAlert,
  wakeAlert,
} from "@/lib/contract/console/alerts";
import { listAnswers, listAudit } from "@/lib/contract/console/audit";
import {
  changePlanned,
  listAutomaticActs,
  listGuardRails,
  listPlanned,
  listRunningCampaigns,
  planAction,
  setGuardRail,
  takeBackPlanned,
} from "@/lib/contract/console/automation";
import { getListsElsewhere, listKnownCampaigns, setCounterMeaning } from "@/lib/contract/console/campaign-list";
import { getCampaignProgress } from "@/lib/contract/console/campaign-progress";
import {
  exportDeliveries,
  getDeliverySeen,
  listDeliveries,
  readDeliveries,
  summarizeDeliveries,
} from "@/lib/contract/console/deliveries";
import { beginImport, finishImport, listImports } from "@/lib/contract/console/imports";
import { getKept, listVersions, setPace, setRetention } from "@/lib/contract/console/kept";
import { getMe, savePreferences } from "@/lib/contract/console/me";
import { addRecords, forgetRecord, listSaved, saveRecord } from "@/lib/contract/console/saved";
import {
  changeConnection,
  forgetMeaning,
  getConnection,
  getConnectionStatus,
  listDrift,
  listMeanings,
  revertConnection,
  setMeaning,
  testConnection,
  tryConnection,
} from "@/lib/contract/console/settings";
import { getSummary } from "@/lib/contract/console/summary";
import {
  addMember,
  changeRole,
  changeState,
  listTeam,
  makePersonLink,
  removeMember,
} from "@/lib/contract/console/team";
import type { Operation } from "./operation";

/** What Switchboard itself answers: people, what they did, what they kept. Asked and recorded like the platform's own. */
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
  listAnswers,
  listSaved,
  saveRecord,
  addRecords,
  forgetRecord,
  listVersions,
  getKept,
  setPace,
  setRetention,
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
  releaseAlert,
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
  takeBackPlanned,
  listAutomaticActs,
  listRunningCampaigns,
  listDeliveries,
  summarizeDeliveries,
  readDeliveries,
  exportDeliveries,
  getDeliverySeen,
  getSummary,
];
