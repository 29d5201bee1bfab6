import type { Reply } from "./fault-replies";

export const campaign = "c-1";

const json = (response: Parameters<Reply>[1], body: unknown) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
};

export const credentials = [1, 2, 3].map((index) => ({
  id: `cred_${index}`,
  name: `Credential ${index}`,
  auth_type: "bearer_token",
  status: "active",
  secret_preview: "••••4f2a",
  public_config: {},
  provider_credential_id: `p_${index}`,
  last_sync_status: "synced",
  last_sync_error: null,
  created_at: "2026-11-01T00:00:00Z",
}));

/** A small platform that answers every request with success. */
export const healthyPlatform: Reply = (request, response) => {
  const path = (request.url ?? "").split("?", 1)[0] ?? "";
  if (path.endsWith("/server-credentials"))
    return json(response, { success: true, data: credentials, total: 3, limit: 50, skip: 0 });
  if (path.endsWith("/phone-numbers")) return json(response, { items: [], total: 0, page: 1, limit: 20 });
  if (/\/webhooks(\/logs)?$/.test(path)) return json(response, { success: true, data: [] });
  if (request.method === "GET") {
    const id = path.slice(path.lastIndexOf("/") + 1);
    return json(response, { success: true, data: { id, name: "Autumn renewals", note: "as it was" } });
  }
  return json(response, { success: true, message: "Taken" });
};

/** Like `healthyPlatform`, but answers 401 to requests without this key. */
export const guardedBy =
  (key: string): Reply =>
  (request, response) => {
    if (request.headers.authorization === `Bearer ${key}`) return healthyPlatform(request, response);
    response.writeHead(401, { "content-type": "application/json" }).end('{"success":false,"message":"Bad key"}');
  };
