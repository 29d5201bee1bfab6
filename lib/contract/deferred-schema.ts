import type { z as library } from "zod";

type Library = typeof library;
type Step = { parent: Step | undefined; name: PropertyKey } | { call: Step; args: readonly unknown[] };

const steps = new WeakMap<object, Step>();

/**
 * Records schema declarations, so that pages that only read do not load zod. It would be a sixth of their code.
 * `loadSchema` replays the declarations with zod for a form that validates.
 */
export const z = record(undefined) as Library;

export async function loadSchema<Schema extends library.ZodType>(schema: Schema): Promise<Schema> {
  const { z: zod } = await import("zod");
  // Otherwise zod probes for `new Function`, and the content security policy reports each probe.
  zod.config({ jitless: true });
  return replay(schema, zod) as Schema;
}

/** A placeholder for the result of a step. Each property access or call on it records a further step. */
function record(step: Step | undefined): unknown {
  const placeholder = new Proxy(() => undefined, {
    get: (_target, name) => (typeof name === "symbol" || name === "then" ? undefined : record({ parent: step, name })),
    apply: (_target, _this, args) => step && record({ call: step, args }),
  });
  if (step) steps.set(placeholder, step);
  return placeholder;
}

const results = new WeakMap<Step, unknown>();

/** A copy of a value in which each placeholder is replaced by its result. */
function replay(value: unknown, zod: Library): unknown {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return value;
  const step = steps.get(value);
  if (step) return evaluate(step, zod);
  if (Array.isArray(value)) return value.map((item) => replay(item, zod));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, replay(field, zod)]));
}

function evaluate(step: Step, zod: Library): unknown {
  if (results.has(step)) return results.get(step);
  const result = "call" in step ? evaluateCall(step, zod) : Reflect.get(parentOf(step, zod), step.name);
  results.set(step, result);
  return result;
}

const parentOf = ({ parent }: { parent: Step | undefined }, zod: Library) =>
  Object(parent ? evaluate(parent, zod) : zod);

function evaluateCall({ call, args }: { call: Step; args: readonly unknown[] }, zod: Library) {
  const receiver = "call" in call ? undefined : parentOf(call, zod);
  const method = evaluate(call, zod);
  if (typeof method !== "function")
    throw new Error("A schema was declared with something that the library does not have.");
  return Reflect.apply(
    method,
    receiver,
    args.map((argument) => replay(argument, zod)),
  );
}
