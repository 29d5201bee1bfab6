import type { Rewrite } from "./rewrite-list";

type Example = Pick<Rewrite, "before" | "after">;

/** One row of each rewrite as it was when it was applied: afterwards no report can show it any more. */
export type SeenExamples = Map<Rewrite["id"], Example>;

export const createSeenExamples = (): SeenExamples => new Map();
