import type { Problem } from "./problem";
import { fromProblemJson, toProblemJson } from "./problem-json";

/** A failed read as a value, on its way from the server's part of a page to the browser's. */
export type ToldProblem = { told_problem: ReturnType<typeof toProblemJson> | null };

/** Told where an answer does not come with the page: the browser asks for it itself, as for any read that failed unseen. */
export const askedAgain: ToldProblem = { told_problem: null };

export const tellProblem = (problem: Problem): ToldProblem => ({ told_problem: toProblemJson(problem) });

export const isToldProblem = (value: unknown): value is ToldProblem =>
  typeof value === "object" && value !== null && "told_problem" in value;

/** The answer that was told, or the problem thrown again. */
export function believed<T>(told: T): T {
  if (!isToldProblem(told)) return told;
  throw fromProblemJson(told.told_problem) ?? new Error("This read is asked for again.");
}
