import { listAnswers, listAudit } from "./audit";
import { beginImport, finishImport, listImports } from "./imports";
import { getMe, savePreferences } from "./me";
import { listSetAside, setNoticeAside } from "./notices";
import type { Operation } from "./operation";
import { forgetRecord, listSaved, saveRecord } from "./saved";
import { forgetReading, getConnection, getLine, listDrift, listReadings, teachReading, testLine } from "./settings";
import { addMember, changeRole, changeState, listTeam, removeMember, resetPassword } from "./team";

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
  getLine,
  getConnection,
  testLine,
  listReadings,
  teachReading,
  forgetReading,
  listDrift,
  listSetAside,
  setNoticeAside,
  listImports,
  beginImport,
  finishImport,
];
