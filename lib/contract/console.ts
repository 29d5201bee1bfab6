import * as alertSettings from "@/lib/contract/console/alert-settings";
import * as alerts from "@/lib/contract/console/alerts";
import * as assistantNumbers from "@/lib/contract/console/assistant-numbers";
import * as audit from "@/lib/contract/console/audit";
import * as automaticActs from "@/lib/contract/console/automation/acts";
import * as campaignHours from "@/lib/contract/console/automation/hours";
import * as pauses from "@/lib/contract/console/automation/pauses";
import * as planned from "@/lib/contract/console/automation/planned";
import * as backups from "@/lib/contract/console/backups";
import * as campaignCounters from "@/lib/contract/console/campaign-counters";
import * as campaignList from "@/lib/contract/console/campaign-list";
import * as campaignProgress from "@/lib/contract/console/campaign-progress";
import * as collecting from "@/lib/contract/console/collecting";
import * as connection from "@/lib/contract/console/connection";
import * as connectionChange from "@/lib/contract/console/connection-change";
import * as contactLists from "@/lib/contract/console/contact-lists";
import * as doNotCall from "@/lib/contract/console/do-not-call";
import * as drift from "@/lib/contract/console/drift";
import * as erasures from "@/lib/contract/console/erasures";
import * as imports from "@/lib/contract/console/imports";
import * as inboxAddresses from "@/lib/contract/console/inbox/addresses";
import * as callDeliveries from "@/lib/contract/console/inbox/call-deliveries";
import * as campaignResults from "@/lib/contract/console/inbox/campaign-results";
import * as foundCalls from "@/lib/contract/console/inbox/found-calls";
import * as received from "@/lib/contract/console/inbox/received";
import * as inboxSpace from "@/lib/contract/console/inbox/space";
import * as leftOut from "@/lib/contract/console/left-out";
import * as meanings from "@/lib/contract/console/meanings";
import * as notes from "@/lib/contract/console/notes";
import * as numbers from "@/lib/contract/console/numbers";
import * as masking from "@/lib/contract/console/people/masking";
import * as me from "@/lib/contract/console/people/me";
import * as secondFactor from "@/lib/contract/console/people/second-factor";
import * as sso from "@/lib/contract/console/people/sso";
import * as team from "@/lib/contract/console/people/team";
import * as tokens from "@/lib/contract/console/people/tokens";
import * as person from "@/lib/contract/console/person";
import * as recordHistory from "@/lib/contract/console/record-history";
import * as relatedRecords from "@/lib/contract/console/related-records";
import * as restoredCopy from "@/lib/contract/console/restored-copy";
import * as saved from "@/lib/contract/console/saved";
import * as sealedSearch from "@/lib/contract/console/sealed-search";
import * as summary from "@/lib/contract/console/summary";
import * as uploadCalls from "@/lib/contract/console/upload-calls";
import * as deliveries from "@/lib/contract/console/webhook-log/deliveries";
import * as figures from "@/lib/contract/console/webhook-log/figures";
import * as logSummary from "@/lib/contract/console/webhook-log/summary";
import { isPlainObject } from "@/lib/format/json";
import type { Operation } from "./operation";

const modules = [
  ...[
    me,
    team,
    audit,
    saved,
    collecting,
    recordHistory,
    relatedRecords,
    connection,
    connectionChange,
    meanings,
    drift,
    alerts,
    alertSettings,
  ],
  ...[assistantNumbers, imports, leftOut, campaignProgress, campaignList, campaignCounters, summary],
  ...[automaticActs, pauses, campaignHours, planned],
  ...[deliveries, logSummary, figures],
  ...[
    numbers,
    person,
    contactLists,
    doNotCall,
    backups,
    notes,
    erasures,
    secondFactor,
    masking,
    sso,
    tokens,
    restoredCopy,
  ],
  ...[inboxAddresses, inboxSpace, received, foundCalls, callDeliveries, campaignResults, uploadCalls, sealedSearch],
];

/** All operations of Switchboard itself. They have the same permission checks and audit log as platform operations. */
export const consoleOperations: readonly Operation[] = modules
  .flatMap((module) => Object.values<unknown>(module).filter(isOperation))
  // Bundlers order the exports of a module differently.
  .sort((one, other) => (one.id < other.id ? -1 : 1));

function isOperation(value: unknown): value is Operation {
  return isPlainObject(value) && typeof value.path === "string" && Array.isArray(value.allow);
}
