import { createServer } from "node:http";
import { answerRequests, processOptions, usage } from "./answering";
import { listen } from "./listen";
import { logOf, small, webhooks } from "./platform-answers";

const { entries = 0 } = processOptions<{ entries?: number }>();
const json = { "content-type": "application/json" };
const log = Buffer.from(JSON.stringify({ success: true, data: logOf(entries, Date.now()) }));
const desk = Buffer.from(JSON.stringify({ success: true, data: webhooks }));
const accepted = Buffer.from('{"success":true,"message":"Taken"}');

let requests = 0;

/** A platform of minimal cost: fixed answers to reads, and sends whose body is discarded. */
const server = createServer((request, response) => {
  requests += 1;
  const path = request.url ?? "";
  if (request.method !== "GET") {
    request.resume();
    request.on("end", () => response.writeHead(200, json).end(accepted));
    return;
  }
  const body = path.startsWith("/v1/webhooks/logs") ? log : path.startsWith("/v1/webhooks") ? desk : small;
  response.writeHead(200, { ...json, "content-length": body.length }).end(body);
});
server.requestTimeout = 0;

const usageWithRequests = async () => ({ ...(await usage()), requests });

export type UpstreamAnswers = { usage: (input: null) => ReturnType<typeof usageWithRequests> };

answerRequests({ usage: usageWithRequests }, { origin: await listen(server) });
