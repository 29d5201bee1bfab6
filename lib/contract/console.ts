import { listAnswers, listAudit } from "@/lib/contract/console/audit";
import { getCampaignProgress } from "@/lib/contract/console/campaign-progress";
import {
  exportDeliveries,
  getDeliverySeen,
  listDeliveries,
  readDeliveries,
  summarizeDeliveries,
} from "@/lib/contract/console/deliveries";
import { beginImport, finishImport, listImports } from "@/lib/contract/console/imports";
import { getMe, savePreferences } from "@/lib/contract/console/me";
import { listSetAside, setNoticeAside } from "@/lib/contract/console/notices";
import { forgetRecord, listSaved, saveRecord } from "@/lib/contract/console/saved";
import {
  forgetMeaning,
  getConnection,
  getConnectionStatus,
  listDrift,
  listMeanings,
  setMeaning,
  testConnection,
} from "@/lib/contract/console/settings";
import { addMember, changeRole, changeState, listTeam, removeMember, resetPassword } from "@/lib/contract/console/team";
import type { Operation } from "./operation";

/** What Switchboard itself answers: people, what they did, what they kept. Asked and recorded like the platform's own. */
export const consoleOperations: readonly Operation[] = [
  getMe,
  savePreferences,
  listTeam,
  addMember,
  changeRole,
  changeState,
  resetPassword,
  removeMember,
  listAudit,
  listAnswers,
  listSaved,
  saveRecord,
  forgetRecord,
  getConnectionStatus,
  getConnection,
  testConnection,
  listMeanings,
  setMeaning,
  forgetMeaning,
  listDrift,
  listSetAside,
  setNoticeAside,
  listImports,
  beginImport,
  finishImport,
  getCampaignProgress,
  listDeliveries,
  summarizeDeliveries,
  readDeliveries,
  exportDeliveries,
  getDeliverySeen,
];
