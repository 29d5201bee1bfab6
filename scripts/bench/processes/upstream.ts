import { createServer } from "node:http";
import { answering, given, usage } from "./answering";
import { listen } from "./listen";
import { logOf, small, webhooks } from "./platform-answers";

const { entries = 0 } = given<{ entries?: number }>();
const json = { "content-type": "application/json" };
const log = Buffer.from(JSON.stringify({ success: true, data: logOf(entries, Date.now()) }));
const desk = Buffer.from(JSON.stringify({ success: true, data: webhooks }));
const taken = Buffer.from('{"success":true,"message":"Taken"}');

let requests = 0;

/** A platform that costs next to nothing: one small answer to whatever is read, and bytes that are counted. */
const server = createServer((request, response) => {
  requests += 1;
  const path = request.url ?? "";
  if (request.method !== "GET") {
    request.resume();
    request.on("end", () => response.writeHead(200, json).end(taken));
    return;
  }
  const body = path.startsWith("/v1/webhooks/logs") ? log : path.startsWith("/v1/webhooks") ? desk : small;
  response.writeHead(200, { ...json, "content-length": body.length }).end(body);
});
server.requestTimeout = 0;

const counted = async () => ({ ...(await usage()), requests });

export type UpstreamAnswers = { usage: (input: null) => ReturnType<typeof counted> };

answering({ usage: counted }, { origin: await listen(server) });
