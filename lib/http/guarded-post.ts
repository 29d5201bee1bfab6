import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { guardedLookup, type MayConnect } from "./address-guard";

type GuardedPost = {
  headers: Record<string, string | number>;
  body: string;
  /** Vets where it connects to; without it, the address is one's own. */
  mayConnect: MayConnect | undefined;
  timeoutMs: number;
  stopped: AbortSignal;
};

/** Sends a body to an address that somebody gave, and answers with the status. No redirect is followed. */
export function guardedPost(target: URL, { headers, body, mayConnect, ...limits }: GuardedPost): Promise<number> {
  const literal = target.hostname.replace(/^\[|\]$/g, "");
  // A socket does not look up an address that is already one.
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
  const end = limited(() => request.destroy(new Error("no answer in time")), limits);
  return statusOf(request.end(body)).finally(end);
}

/** Ends an attempt when its time is up or all are stopped. AbortSignal.any would stay with `stopped` for ever. */
function limited(giveUp: () => void, { timeoutMs, stopped }: Pick<GuardedPost, "timeoutMs" | "stopped">) {
  const timer = setTimeout(giveUp, timeoutMs);
  stopped.addEventListener("abort", giveUp);
  if (stopped.aborted) giveUp();
  return () => {
    clearTimeout(timer);
    stopped.removeEventListener("abort", giveUp);
  };
}

function statusOf(request: ClientRequest) {
  return new Promise<number>((resolve, reject) => {
    request.on("error", reject);
    // Of one that switches to another protocol node tells nothing else.
    request.on("close", () => reject(new Error("the connection was cut off")));
    request.on("response", (response) => {
      let read = 0;
      const done = () => {
        resolve(response.statusCode ?? 0);
        request.destroy();
      };
      response.on("data", (chunk: Buffer) => {
        read += chunk.length;
        if (read > answerCap) done();
      });
      response.on("end", done);
      response.on("error", reject);
    });
  });
}

/** The answer's status is what counts; of its body no more than this is read. */
const answerCap = 64 * 1024;
