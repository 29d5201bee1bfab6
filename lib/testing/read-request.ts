import { consoleOperations } from "@/lib/contract/console";
import { match } from "@/lib/contract/match";

const json = { "content-type": "application/json" };

/** A read of Switchboard, written as an address. Its input goes in the body if the operation wants it there. */
export function readRequest(address: string): {
  path: string;
  init: { method: string; headers?: typeof json; body?: string };
} {
  const [path = "", query = ""] = address.split("?", 2);
  const isInBody = match(consoleOperations, "POST", path.slice("/api".length))?.op.isRead;
  if (!isInBody) return { path: address, init: { method: "GET" } };
  const body = JSON.stringify(Object.fromEntries(new URLSearchParams(query)));
  return { path, init: { method: "POST", headers: json, body } };
}
