import type { IncomingMessage } from "node:http";
import { isPlainObject } from "../../lib/format/json";
import type { Reply } from "../../lib/testing/fault-replies";
import { spellingsOf } from "./spellings";

/** The places of a response in which a platform may repeat the key. */
export const echoes = [
  "fields",
  "refusal",
  "not a success",
  "plain text",
  "redirect",
  "headers",
  "auth",
  "cut",
] as const;
export type Echo = (typeof echoes)[number];

/**
 * A platform that repeats its key in every field of every response and in field names, each time in another encoding. Reads
 * get the responses of `source`. Writes have no effect.
 */
export function createEchoPlatform(source: { address: string; key: string }, key: string) {
  const spellings = Object.values(spellingsOf(key)).map(({ json }) => json);
  let turn = 0;
  let echo: Echo = "fields";
  const next = () => spellings[turn++ % spellings.length];

  function written(value: unknown): string {
    if (value === null) return `"${next()}"`;
    if (typeof value === "string") return `"${JSON.stringify(value).slice(1, -1)} ${next()}"`;
    if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
    if (!isPlainObject(value)) return JSON.stringify(value);
    const fields = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${written(each)}`);
    // JSON.parse reads the second of two fields with one name, so the first could hide the key.
    const own = [`"${next()}":1`, `"echo":"${next()}"`, `"twice":"${next()}"`, `"twice":"fine"`];
    return `{${[...fields, ...own].join(",")}}`;
  }

  const all = () => `{${spellings.map((each, at) => `"as_${at}":"Bearer ${each}"`).join(",")}}`;

  async function whole(request: IncomingMessage) {
    const isRead = request.method === "GET";
    const body = isRead
      ? await fetch(source.address + request.url, { headers: { authorization: `Bearer ${source.key}` } })
      : undefined;
    return body?.ok ? await body.json() : { success: true, message: "Taken", data: { id: "x", accepted: 1 } };
  }

  const reply: Reply = (request, response) => {
    const plain = (status: number, text: string, headers: Record<string, string>) => {
      response.writeHead(status, headers);
      response.end(text);
    };
    const json = { "content-type": "application/json" };
    const refusal = `{"success":false,"message":"Bad key ${next()}","detail":[{"loc":["${next()}"],"msg":"${next()}"}],"seen":${all()}}`;
    if (echo === "refusal") return plain(422, refusal, json);
    if (echo === "not a success") return plain(200, refusal, json);
    if (echo === "auth") return plain(401, refusal, json);
    if (echo === "plain text") return plain(500, `Bad key ${next()} ${key}`, { "content-type": "text/plain" });
    if (echo === "redirect") return plain(302, "", { location: `/${encodeURIComponent(key)}?key=${key}` });
    if (echo === "cut") return plain(200, `{"data":"${next()} ${key}`, json);
    if (echo === "headers")
      return plain(429, refusal, {
        "content-type": `application/json; charset="${key}"`,
        "retry-after": key,
        "x-key": key,
      });
    void whole(request).then((body) =>
      plain(200, written({ ...body, seen: { all: [all()] } }).replace(/"success":"[^"]*"/, '"success":true'), json),
    );
  };

  return {
    reply,
    as(next: Echo) {
      echo = next;
    },
  };
}
