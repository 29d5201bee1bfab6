import type { Drift } from "@/lib/contract/drift";
import { resourceOf } from "@/lib/contract/operation";
import type { Database } from "@/lib/db/database";
import { attempt } from "@/lib/format/attempt";
import { isPlainObject, parseJson, stringifyJson } from "@/lib/format/json";
import type { Observation, PlatformAnswer } from "@/lib/gateway/observation";
import type { ArrivalEraser } from "@/lib/inbox/read-arrivals";
import { eraseBody, eraseQuery } from "./erase-bodies";
import { type ErasureRecord, isErasedIn, storedErasures } from "./erasure-records";
import { holdsNumber, replaceNumbers } from "./find-erased";
import { forgetIn, reducedCall } from "./forget-in-json";
import type { IsErased } from "./number-forms";

/** The erased numbers of an installation. What the platform sends of them later is not stored. */
export class ErasedPeople {
  private isErased: IsErased | undefined;

  constructor(
    private readonly db: Pick<Database, "select" | "insert">,
    private readonly secret: string,
  ) {}

  /** Loads the erasures. Call it after each change of them. */
  async load(): Promise<ErasureRecord[]> {
    const records = await storedErasures(this.db);
    const hasNumbers = records.some(({ hashes }) => hashes.length > 0);
    this.isErased = hasNumbers ? isErasedIn(this.secret, records) : undefined;
    return records;
  }

  /** Undefined if nobody was erased. */
  arrivalEraser = (): ArrivalEraser | undefined => {
    const isErased = this.isErased;
    return (
      isErased && {
        isErased,
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
