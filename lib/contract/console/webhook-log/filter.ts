/**
 * `retrying`: it has not arrived, and the platform's known wait after this attempt is not over, or it is pending in its first
 * minute. `not_yet`: that wait is not known, and less than an hour has passed. `unknown`: nobody can say whether it is retried.
 */
export const outcomes = ["arrived", "unknown", "retrying", "not_yet", "given_up"] as const;
export type Outcome = (typeof outcomes)[number];

/** How a delivery and an event that arrived here were found to be one: by the ID of the delivery, else by event and time. */
export const pairings = ["id", "time"] as const;

/**
 * State of a delivery to one of our own addresses. `waiting`: it is not compared yet. Deliveries to other addresses have
 * none of these.
 */
export const hereStates = ["yes", "several", "no", "waiting"] as const;
export type HereState = (typeof hereStates)[number];

/**
 * The filter *Arrived here*. `waiting`: also events that are not compared yet. `not_in_log`: events that the log does not have.
 * `arrived`: all that arrived here, in the log or not.
 */
export const hereFilters = [...hereStates, "not_in_log", "arrived"] as const;
export type HereFilter = (typeof hereFilters)[number];

/** It has not arrived, and can still be expected. */
export const isOpenOutcome = (outcome: Outcome) => outcome === "retrying" || outcome === "not_yet";

/** Minutes from the first try to the arrival by which deliveries are counted as late. */
export const lateLimits = [0, 1, 5, 15, 60, 360, 1_440] as const;

/**
 * `late`: arrived at least a minute after the first try. `in_progress`: those that have not arrived yet, by
 * `outcomes`. `not_delivered`: those that have given up, or whose wait is over. `older`: those that the first read found without a
 * delivery time. They are in no other view, and filters of time do not apply to them.
 */
export const deliveryViews = ["arrived", "late", "in_progress", "not_delivered", "older"] as const;
