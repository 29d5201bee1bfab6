/** How a status word reads; `odd` is a word outside the API contract. */
export type Reading = "ok" | "wait" | "fault" | "live" | "idle" | "done" | "odd";
