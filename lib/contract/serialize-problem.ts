import type { Problem } from "./problem";
import { fromProblemJson, toProblemJson } from "./problem-json";

/** A failed read as a value, on its way from the server's part of a page to the browser's. */
export type SerializedProblem = { told_problem: ReturnType<typeof toProblemJson> | null };

/** Told where an answer does not come with the page: the browser asks for it itself, as for any read that failed unseen. */
export const unseenProblem: SerializedProblem = { told_problem: null };

export const serializeProblem = (problem: Problem): SerializedProblem => ({ told_problem: toProblemJson(problem) });

export const isSerializedProblem = (value: unknown): value is SerializedProblem =>
  typeof value === "object" && value !== null && "told_problem" in value;

/** The answer that was told, or the problem thrown again. */
export function reviveProblem<T>(told: T): T {
  if (!isSerializedProblem(told)) return told;
  throw fromProblemJson(told.told_problem) ?? new Error("This read is asked for again.");
}
