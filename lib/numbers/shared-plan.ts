import { createNumberingPlan, type NumberingPlan } from "./numbering-plan";

let plan: NumberingPlan | undefined;

/** One plan for a thread, because it caches compiled ranges. */
export function sharedPlan(): NumberingPlan {
  plan ??= createNumberingPlan();
  return plan;
}
