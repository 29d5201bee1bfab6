import { count } from "drizzle-orm";
import type { Drift } from "@/lib/contract/drift";
import { resourceOf } from "@/lib/contract/operation";
import { erasureTable } from "@/lib/db/console/tables/erasures";
import type { Database, Transaction } from "@/lib/db/database";
import { attempt } from "@/lib/format/attempt";
import { isPlainObject, parseJson, stringifyJson } from "@/lib/format/json";
import type { Observation, PlatformAnswer } from "@/lib/gateway/observation";
import type { ArrivalEraser } from "@/lib/inbox/read-arrivals";
import { eraseBody, eraseQuery } from "./erase-bodies";
import { type ErasureRecord, isErasedIn, storedErasures } from "./erasure-records";
import { holdsNumber, replaceNumbers } from "./find-erased";
import { forgetIn, reducedCall } from "./forget-in-json";
import type { IsErased } from "./number-forms";

type Queryable = Pick<Database, "select" | "insert">;

/** The erased numbers of an installation. What the platform sends of them later is not stored. */
export class ErasedPeople {
  private isErased: IsErased | undefined;
  private known: ReadonlySet<string> | undefined;
  private added: ErasureRecord[] = [];

  constructor(
    private readonly db: Queryable,
    private readonly secret: string,
  ) {}

  /** Loads the erasures. Call it after each change of them. */
  async load(db: Queryable = this.db): Promise<ErasureRecord[]> {
    const records = await storedErasures(db);
    const { known } = this;
    if (known) this.added.push(...records.filter(({ id }) => !known.has(id)));
    this.known = new Set(records.map(({ id }) => id));
    const hasNumbers = records.some(({ hashes }) => hashes.length > 0);
    this.isErased = hasNumbers ? isErasedIn(this.secret, records) : undefined;
    return records;
  }

  /** Loads the erasures if another process has added one. To be called before data is read that will be stored. */
  async refresh(db: Queryable = this.db) {
    const [row] = await db.select({ count: count() }).from(erasureTable);
    if (row?.count !== this.known?.size) await this.load(db);
  }

  /** Erasures since the last call. What was read before them may be stored after them. */
  takeAdded(): ErasureRecord[] {
    const { added } = this;
    this.added = [];
    return added;
  }

  /** Undefined if nobody was erased. */
  arrivalEraser = async (tx: Transaction): Promise<ArrivalEraser | undefined> => {
    await this.refresh(tx);
    const isErased = this.isErased;
    return (
      isErased && {
        isErased: (digits) => holdsNumber(digits, isErased),
        eraseBody: (tx, arrival, isList) => eraseBody(tx, arrival, { isErased, isList }),
        eraseQuery: (tx, arrival) => eraseQuery(tx, arrival, isErased),
      }
    );
  };

  /** An answer as it is stored. */
  inAnswer(op: Observation["op"], answer: PlatformAnswer): PlatformAnswer {
    const isErased = this.isErased;
    if (!isErased) return answer;
    const drift = driftWithout(answer.drift, isErased);
    const text = new TextDecoder().decode(answer.answer);
    if (!holdsNumber(text, isErased)) return { ...answer, ...drift };
    const left = recordsWithout(
      op,
      attempt(() => parseJson(text)),
      isErased,
    );
    if (!isPlainObject(left)) return { ...answer, ...drift };
    const raw = answer.raw === undefined ? {} : { raw: left.raw };
    return { ...answer, ...drift, ...raw, answer: new TextEncoder().encode(stringifyJson(left)) };
  }

  /** A request of a person, as it is stored. Its answer to the person stays as it came. */
  inObservation(observation: Observation): Observation {
    const isErased = this.isErased;
    const { op, raw, body } = observation;
    if (!isErased) return observation;
    const large = body && this.inAnswer(op, { answer: body, raw }).answer;
    return {
      ...observation,
      ...driftWithout(observation.drift, isErased),
      ...(raw === undefined ? {} : { raw: recordsWithout(op, raw, isErased) }),
      ...(large ? { body: large } : {}),
    };
  }
}

function recordsWithout(op: Observation["op"], value: unknown, isErased: IsErased): unknown {
  const left = forgetIn(value, isErased);
  if (left === value || resourceOf(op) !== "calls") return left;
  return isPlainObject(left) ? reducedCall(left) : left;
}

function driftWithout(drift: Drift[] | undefined, isErased: IsErased) {
  if (!drift?.some(({ came, path }) => holdsNumber(`${path} ${came}`, isErased))) return {};
  const without = (text: string) => replaceNumbers(text, isErased);
  return { drift: drift.map((one) => ({ ...one, path: without(one.path), came: without(one.came) })) };
}
