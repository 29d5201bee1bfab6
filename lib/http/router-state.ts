import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

const header = "next-router-state-tree";

/** Drops a router state that Next would answer with 500. Without it, Next sends the whole page. */
export function dropMalformedRouterState({ headers }: IncomingMessage) {
  try {
    parseAndValidateFlightRouterState(headers[header]);
  } catch {
    delete headers[header];
  }
}
