import type { z } from "zod";
import type { Shape, TypeOf } from "./fields";

export const roles = ["admin", "campaign_manager", "support"] as const;
export type Role = (typeof roles)[number];

type Placeholder<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** One thing that can be asked. `id` is `resource.verb`; every placeholder of `path` must be a key of `input`. */
export type Operation<
  Path extends string = string,
  Input extends z.ZodObject = z.ZodObject,
  Output extends Shape = Shape,
> = {
  id: `${string}.${string}`;
  /** What it is called where people read of it, as something to do: "Start a campaign". */
  label: string;
  /** What it does, as the audit log tells of it: "pause {it}", where the record that it is about stands. Without it, its label says it. */
  act?: string;
  /** One of many that matter little, by what some of them are called: "preference". The audit log folds them. */
  minor?: string;
  method: "GET" | "POST" | "DELETE";
  path: Path;
  input: Input;
  output: Output;
  allow: readonly Role[];
  /** `file`: the request body is a multipart upload, streamed through and never held. */
  body?: "file";
  /** What it answers is a file, streamed and never held. Who took it, and what was asked for, is recorded. */
  isFile?: true;
  /** Bytes an answer may have, where the usual 5 MiB are too few. */
  largestAnswer?: number;
  /** The input that tells what a write is about where its path does not; never a secret. The audit log keeps it. */
  about?: Extract<keyof z.output<Input>, string>;
  /** The audit log keeps its input, so that it says what was set. Never where the input holds a secret. */
  isInputKept?: true;
};

/** Declares an operation. A placeholder of the path that `input` lacks does not compile. */
export function operation<
  const Path extends string,
  Input extends z.ZodObject<Record<Placeholder<Path>, z.ZodType>>,
  Output extends Shape,
>(declared: Operation<Path, Input, Output>) {
  return declared;
}

export type InputOf<Op extends Operation> = z.output<Op["input"]>;
export type OutputOf<Op extends Operation> = TypeOf<Op["output"]>;

/** Whether the platform carries it out; the others are Switchboard's own. */
export const isOfPlatform = (op: Operation) => op.path.startsWith("/v1/");

export const isWrite = (op: Operation) => op.method !== "GET";

/** The first segment of an operation's id: what it reads, and what a write makes stale. */
export const resourceOf = (op: Operation) => op.id.slice(0, op.id.indexOf("."));

/** What a write makes stale beside its own resource: the answers that are kept, and the audit row that it left. */
export const alwaysStale = ["answers", "audit"] as const;

export const verbOf = (op: Operation) => op.id.slice(op.id.indexOf(".") + 1);

/** The names of the placeholders in an operation's path, in order. */
export function placeholdersOf({ path }: Operation): readonly string[] {
  const known = placeholders.get(path) ?? [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  placeholders.set(path, known);
  return known;
}

/** The input that names the record which a read reads whole; undefined for lists, sends and what lies below a record. */
export function recordKeyOf(op: Operation): string | undefined {
  const [name, ...more] = placeholdersOf(op);
  return !isWrite(op) && more.length === 0 && op.path.endsWith(`{${name}}`) ? name : undefined;
}

const placeholders = new Map<string, readonly string[]>();

/** A file that is answered piece by piece. `send` writes all of it, waits where whoever takes it is slow, and says how many rows it has. */
export type FileAnswer = {
  name: string;
  contentType: string;
  send(write: (text: string) => Promise<void>): Promise<number>;
};

/** An operation with the function that carries it out: how the local platform and the console answer. */
export type Implemented<Context> = {
  op: Operation;
  run: (input: Record<string, unknown>, context: Context) => Promise<unknown>;
};

/** Pairs an operation with its handler; the handler's argument and answer are the operation's own types. */
export function implementIn<Context>() {
  return <Op extends Operation>(
    op: Op,
    run: (input: InputOf<Op>, context: Context) => Promise<OutputOf<Op>>,
  ): Implemented<Context> => ({ op, run: (input, context) => run(op.input.parse(input) as InputOf<Op>, context) });
}

/** Whether a role may ask for an operation. The server decides; this only spares the person a refusal. */
export const isAllowed = (op: Operation, role: Role) => op.allow.includes(role);
