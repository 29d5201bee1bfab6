import type { Arrival } from "@/lib/contract/console/inbox/received";

const localAddress = "http://localhost:3000";

/** Headers that describe the transfer, which curl sets itself. The stored text is unpacked. */
const ofTransfer = /^(content-length|content-encoding|transfer-encoding|accept.*|user-agent|te|expect|via|forwarded)$/;
const hidden = "•••";

/** A command that sends the event to a program on one's own computer, without our address and its token. */
export function curlText({ headers }: Pick<Arrival, "headers">, body: string): string {
  const sent = Object.entries(headers).filter(([name, value]) => !ofTransfer.test(name) && !value.startsWith(hidden));
  return [
    `curl -X POST ${localAddress}`,
    ...sent.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-binary ${quoted(body)}`,
  ].join(" \\\n  ");
}

/** Quoted for a POSIX shell. NUL cannot be part of an argument. */
const quoted = (text: string) => `'${text.replaceAll("\0", "").replaceAll("'", `'\\''`)}'`;
