import type { z } from "zod";

/** Schema library of the contract's inputs. A browser loads `deferred-schema.ts` instead (package.json, imports). */
export { z } from "zod";

/** Resolves to a schema that validates. In a browser this loads zod first. */
export const loadSchema = async <Schema extends z.ZodType>(schema: Schema): Promise<Schema> => schema;
