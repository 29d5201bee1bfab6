import type * as z from "zod/mini";
import type { Operation, Placeholder } from "@/lib/contract/operation";

type OperationsIn<Module> = Module extends unknown ? Extract<Module[keyof Module], Operation> : never;

/**
 * The schemas of all operations that these modules declare, by ID. It does not compile if one is missing, or lacks a placeholder
 * of the path or what the declaration reads of its input.
 */
export type InputsFor<Module> = { [Op in OperationsIn<Module> as Op["id"]]: SchemaFor<Op> };

type SchemaFor<Op> =
  Op extends Operation<infer _Id, infer Path, infer _Output, infer Key, infer Read>
    ? z.ZodMiniObject & { shape: Record<Placeholder<Path> | Key, z.ZodMiniType>; _zod: { output: Read } }
    : never;
