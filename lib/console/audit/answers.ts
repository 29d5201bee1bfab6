import { and, or } from "drizzle-orm";
import type { ConsoleContext } from "@/lib/console/console-types";
import { mayRead } from "@/lib/console/may-read";
import { apiOperations } from "@/lib/contract/api";
import { listAnswers, type SentAnswer } from "@/lib/contract/console/audit";
import { implementIn } from "@/lib/contract/implement";
import { isWrite, resourceOf } from "@/lib/contract/operation";
import type { Database } from "@/lib/db/database";
import { entries, isAbout } from "./audit";
import { countsIn } from "./counts-in";

const implement = implementIn<ConsoleContext>();
const most = 50;

/** What the platform answered to sends from here, for those who may see the records they were about. */
export const answers = (db: Database) => [
  implement(listAnswers, async ({ resource, target }, { person }) => {
    const sends = apiOperations.filter(isWrite).filter((op) => mayRead(person.role, resourceOf(op)));
    const actions = sends.filter((op) => resource === undefined || resourceOf(op) === resource).map(({ id }) => id);
    if (actions.length === 0) return { data: [] };
    const whose = target === undefined && person.role !== "admin" ? isAbout.actor(person.id) : undefined;
    const where = and(
      or(...actions.map(isAbout.action)),
      target === undefined ? undefined : isAbout.target(target),
      whose,
    );
    const rows = await entries(db, where, most);
    return { data: rows.map(answerOf) };
  }),
];

const ofLists = new Set<string>(apiOperations.filter(({ body }) => body === "file").map(({ id }) => id));

/** Lines of earlier versions hold the start of a contact list's whole answer: of those too only the counts are shown. */
function answerOf(entry: Awaited<ReturnType<typeof entries>>[number]): SentAnswer {
  const { id, at, actor_name, action, target, outcome, status, message, request_id, detail, body } = entry;
  const shown = ofLists.has(action) ? countsIn(body) : body;
  return { id, at, actor_name, action, target, outcome, status, message, request_id, detail, body: shown };
}
