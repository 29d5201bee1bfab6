import type { z as library } from "zod";

type Library = typeof library;
type Step = { of: Step | undefined; name: PropertyKey } | { call: Step; args: readonly unknown[] };

const steps = new WeakMap<object, Step>();

/**
 * The schemas' library as a browser has it that only reads: what is declared with it is noted, and declared in earnest by
 * `loadSchema`, for a form that checks. The library itself is a sixth of what a page of rows would otherwise load.
 */
export const z = noted(undefined) as Library;

export async function loadSchema<Schema extends library.ZodType>(schema: Schema): Promise<Schema> {
  const { z: own } = await import("zod");
  // The library tries whether it may compile code from strings, and the page's policy reports every try.
  own.config({ jitless: true });
  return declared(schema, own) as Schema;
}

/** Stands for what a step answers: any name leads on, and so does a call. */
function noted(step: Step | undefined): unknown {
  const stand = new Proxy(() => undefined, {
    get: (_target, name) => (typeof name === "symbol" || name === "then" ? undefined : noted({ of: step, name })),
    apply: (_target, _this, args) => step && noted({ call: step, args }),
  });
  if (step) steps.set(stand, step);
  return stand;
}

const done = new WeakMap<Step, unknown>();

/** A value in which every stand is what it stands for. */
function declared(value: unknown, own: Library): unknown {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return value;
  const step = steps.get(value);
  if (step) return carriedOut(step, own);
  if (Array.isArray(value)) return value.map((each) => declared(each, own));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, declared(each, own)]));
}

function carriedOut(step: Step, own: Library): unknown {
  if (done.has(step)) return done.get(step);
  const result = "call" in step ? called(step, own) : Reflect.get(holderOf(step, own), step.name);
  done.set(step, result);
  return result;
}

const holderOf = ({ of }: { of: Step | undefined }, own: Library) => Object(of ? carriedOut(of, own) : own);

function called({ call, args }: { call: Step; args: readonly unknown[] }, own: Library) {
  const holder = "call" in call ? undefined : holderOf(call, own);
  const run = carriedOut(call, own);
  if (typeof run !== "function")
    throw new Error("A schema was declared with something that the library does not have.");
  return Reflect.apply(
    run,
    holder,
    args.map((each) => declared(each, own)),
  );
}
