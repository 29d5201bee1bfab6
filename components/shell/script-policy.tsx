"use client";

import { useServerInsertedHTML } from "next/navigation";
import { type ReactNode, useRef } from "react";

/**
 * React would hold back what is streamed until 300 ms after the first paint, whose time it notes in `$RT`; here it cannot.
 * Strings become script addresses only here, and only our own built files and workers do. The one piece of markup is what
 * React makes an inert script element from. It is written into the page itself, because it must have run before the
 * framework's loader asks for its first file.
 */
const policy = `
Object.defineProperty(self, "$RT", {});
self.trustedTypes?.createPolicy("default", {
  createScriptURL(url) {
    const { origin, pathname } = new URL(url, self.location.href);
    if (origin === self.location.origin && pathname.startsWith("/_next/static/")) return url;
    throw new TypeError("This script address is not one of Switchboard's own.");
  },
  createHTML(markup) {
    if (markup === "<script></script>") return markup;
    throw new TypeError("Text does not become markup here.");
  },
});`;

/** Only the server writes it, into the head and outside of the tree: React may make no script of its own text here. */
export function ScriptPolicy({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const isWritten = useRef(false);
  useServerInsertedHTML(() => {
    if (isWritten.current) return undefined;
    isWritten.current = true;
    return <script nonce={nonce}>{policy}</script>;
  });
  return children;
}
