import { buildConnector } from "undici";
import { noConnection } from "./faults";

/** Makes connections. One that fails is told apart here, and only here, from what fails once a request may have left. */
export function createConnector(timeoutMs: number, isSend: boolean): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs });
  return (options, answer) =>
    connect(options, (error, socket) => (error ? answer(noConnection(error, isSend), null) : answer(null, socket)));
}
