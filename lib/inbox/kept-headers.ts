import type { IncomingHttpHeaders } from "node:http";
import { storable } from "@/lib/db/storable";
import { maskTokens } from "@/lib/hook-token";
import { deliveryHeader } from "./dictionary";

/** Headers that proxies add. */
const ofProxies = /^(x-forwarded-|connection$|host$)/;
/** How a body is to be read, its event's name in a CloudEvents header, and when it was signed. With the ID of a delivery, all that is ever read from headers. */
const readable = /^(content-type|content-encoding|ce-type|(.*-)?timestamp)$/;

/** Begins what stands for the value of a header. */
const hiddenValue = "•••";

/**
 * The names of all headers as sent. Of a header that nothing is read from only the length is kept, because its value can be a
 * secret whatever its name is. `ownHeader` holds the secret or the signature that the address asks for.
 */
export function keptHeaders(headers: IncomingHttpHeaders, ownHeader: string | null): Record<string, string> {
  const isRead = (name: string) =>
    name !== ownHeader?.toLowerCase() && (readable.test(name) || deliveryHeader.test(name));
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !ofProxies.test(name))
      .map(([name, value]) => {
        const text = String(value);
        return [
          storable(name),
          isRead(name) ? storable(maskTokens(text)).slice(0, 2_000) : `${hiddenValue} ${text.length} characters`,
        ];
      }),
  );
}

/** The ID that a header gives a delivery; null without one, or if its value was not kept. */
export const deliveryIdIn = (headers: Readonly<Record<string, string>>): string | null =>
  Object.entries(headers).find(([name, value]) => deliveryHeader.test(name) && !value.startsWith(hiddenValue))?.[1] ??
  null;
