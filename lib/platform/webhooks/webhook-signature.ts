import { createHmac } from "node:crypto";

type Signed = { id: string; timestamp: number; body: string; secret: string };

/** The headers of the Standard Webhooks specification; `timestamp` is in Unix seconds, `secret` starts with `whsec_`. */
export function signatureHeaders({ id, timestamp, body, secret }: Signed) {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${signature}`,
  };
}
