import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { guardedLookup, type MayConnect } from "./address-guard";

type GuardedPost = {
  headers: Record<string, string | number>;
  body: string;
  /** Checks the resolved address. Undefined skips the check, for trusted addresses. */
  mayConnect: MayConnect | undefined;
  timeoutMs: number;
  stopped: AbortSignal;
};

/** Posts to an address that a person entered, and returns the status. Follows no redirect. */
export function guardedPost(target: URL, { headers, body, mayConnect, ...limits }: GuardedPost): Promise<number> {
  const literal = target.hostname.replace(/^\[|\]$/g, "");
  // A socket calls no lookup for an IP address.
  if (mayConnect && isIP(literal) && !mayConnect(literal))
    return Promise.reject(new Error("the address is not on the public internet"));

  const isSecure = target.protocol === "https:";
  if (!isSecure && target.protocol !== "http:") return Promise.reject(new Error("the address is not a web address"));
  const request = (isSecure ? httpsRequest : httpRequest)(target, {
    method: "POST",
    agent: new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: false }),
    lookup: mayConnect && guardedLookup(mayConnect),
    headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body), ...headers },
  });
  const end = startTimeout(() => request.destroy(new Error("no answer in time")), limits);
  return statusOf(request.end(body)).finally(end);
}

/** Ends an attempt at its timeout or when `stopped` aborts. AbortSignal.any would leak memory on a long-lived signal. */
function startTimeout(abort: () => void, { timeoutMs, stopped }: Pick<GuardedPost, "timeoutMs" | "stopped">) {
  const timer = setTimeout(abort, timeoutMs);
  stopped.addEventListener("abort", abort);
  if (stopped.aborted) abort();
  return () => {
    clearTimeout(timer);
    stopped.removeEventListener("abort", abort);
  };
}

function statusOf(request: ClientRequest) {
  return new Promise<number>((resolve, reject) => {
    request.on("error", reject);
    // If the server switches protocols, Node emits only "close".
    request.on("close", () => reject(new Error("the connection was cut off")));
    request.on("response", (response) => {
      let readBytes = 0;
      const done = () => {
        resolve(response.statusCode ?? 0);
        request.destroy();
      };
      response.on("data", (chunk: Buffer) => {
        readBytes += chunk.length;
        if (readBytes > maxReadBytes) done();
      });
      response.on("end", done);
      response.on("error", reject);
    });
  });
}

/** Only the status matters, so at most this much of the body is read. */
const maxReadBytes = 64 * 1024;
