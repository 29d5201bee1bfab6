import type { DehydratedState } from "@tanstack/react-query";
import { clock } from "@/lib/clock";

/** Reads of the server, dated in the clock of the browser's machine, which the query cache goes by. */
export const inMachineTime = (state: DehydratedState): DehydratedState => ({
  ...state,
  queries: state.queries.map((query) => ({
    ...query,
    state: { ...query.state, dataUpdatedAt: clock.toMachine(query.state.dataUpdatedAt) },
  })),
});
