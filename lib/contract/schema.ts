import type { z } from "zod";

/** What the contract's inputs are declared with. A browser gets `deferred-schema.ts` in its place (package.json, imports). */
export { z } from "zod";

/** A schema that checks. In a browser the library comes only now. */
export const loadSchema = async <Schema extends z.ZodType>(schema: Schema): Promise<Schema> => schema;
