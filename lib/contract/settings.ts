import { z } from "zod";
import { driftKinds } from "./drift";
import { keptText } from "./kept-text";
import { operation, roles } from "./operation";

export const probe = z.object({
  operation: z.string(),
  path: z.string(),
  status: z.number().nullable(),
  ms: z.number(),
  /** The sentence of the problem, where the read failed. */
  problem: z.string().nullable(),
});
export type Probe = z.output<typeof probe>;

/** `look` is worth a look, `fault` does not work, `skipped` could not be tried. */
export const verdicts = ["ok", "look", "fault", "skipped"] as const;
export type Verdict = (typeof verdicts)[number];

/** One thing that was looked at on the line. */
export const lineCheck = z.object({
  /** `address`, `connection`, `certificate`, `key` and the like, or an operation's id. */
  id: z.string(),
  name: z.string(),
  verdict: z.enum(verdicts),
  /** One sentence in plain words. */
  says: z.string(),
  /** What stands behind it, a line each. */
  notes: z.array(z.string()),
  /** For a read: how it went. */
  probe: probe.nullable(),
});
export type LineCheck = z.output<typeof lineCheck>;

export const connection = z.object({
  host: z.string(),
  /** `built-in` is the local platform that `npm start` brings up. */
  line: z.enum(["built-in", "environment"]),
  key_last_four: z.string(),
  is_answering: z.boolean(),
  /** It answers, but not as it should. */
  is_faulty: z.boolean(),
  last_answer_at: z.string().nullable(),
  last_problem: z.string().nullable(),
  /** The last reads, oldest first. */
  reads: z.array(z.object({ at: z.string(), ms: z.number(), ok: z.boolean() })),
  endpoints: z.array(
    z.object({
      operation: z.string(),
      request: z.string(),
      status: z.number().nullable(),
      at: z.string().nullable(),
      ms: z.number().nullable(),
    }),
  ),
});
export type Connection = z.output<typeof connection>;

/** Host and whether it answers, for the rail and the topbar. */
export const getLine = operation({
  id: "line.get",
  method: "GET",
  path: "/console/line",
  input: z.object({}),
  output: connection.pick({
    host: true,
    line: true,
    is_answering: true,
    is_faulty: true,
    last_answer_at: true,
    last_problem: true,
  }),
  allow: roles,
});

export const getConnection = operation({
  id: "connection.get",
  method: "GET",
  path: "/console/connection",
  input: z.object({}),
  output: connection,
  allow: ["admin"],
});

/** Looks at the whole line: address, certificate, key, clock, and each read that can be tried safely. */
export const testLine = operation({
  id: "connection.test",
  method: "POST",
  path: "/console/connection/test",
  input: z.object({}),
  output: z.object({ at: z.string(), checks: z.array(lineCheck) }),
  allow: ["admin"],
});

export const lamps = ["ok", "wait", "fault", "live", "idle", "done"] as const;
export type Lamp = (typeof lamps)[number];

export const readingEntry = z.object({
  resource: z.string(),
  field: z.string(),
  word: z.string(),
  lamp: z.enum(lamps),
  /** Null for the words of the API document itself. */
  taught_by: z.string().nullable(),
});
export type ReadingEntry = z.output<typeof readingEntry>;

export const listReadings = operation({
  id: "readings.list",
  method: "GET",
  path: "/console/readings",
  input: z.object({}),
  output: z.object({ data: z.array(readingEntry) }),
  allow: roles,
});

const word = z.object({ resource: keptText(100), field: keptText(100), word: keptText(500) });

export const teachReading = operation({
  id: "readings.teach",
  method: "POST",
  path: "/console/readings",
  input: word.extend({ lamp: z.enum(lamps) }),
  output: z.object({ data: readingEntry }),
  allow: ["admin"],
  about: "word",
});

export const forgetReading = operation({
  id: "readings.forget",
  method: "DELETE",
  path: "/console/readings/{resource}/{field}/{word}",
  input: word,
  output: z.object({ message: z.string() }),
  allow: ["admin"],
});

export const listDrift = operation({
  id: "drift.list",
  method: "GET",
  path: "/console/drift",
  input: z.object({}),
  output: z.object({
    data: z.array(
      z.object({
        operation: z.string(),
        path: z.string(),
        kind: z.enum(driftKinds),
        came: z.string(),
        first_seen_at: z.string(),
        last_seen_at: z.string(),
        times: z.number(),
      }),
    ),
  }),
  allow: ["admin"],
});
