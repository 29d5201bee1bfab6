"use client";

import { useServerInsertedHTML } from "next/navigation";
import { type ReactNode, useRef } from "react";

/**
 * Trusted Types policy. Script URLs must be our own built files. The only allowed markup is React's inert script element.
 * Inlined in the page, because it must run before the framework's loader requests its first file.
 */
const policy = `
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

/** Inserted by the server outside of the React tree, because the policy forbids React to create inline scripts. */
export function ScriptPolicy({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const isWritten = useRef(false);
  useServerInsertedHTML(() => {
    if (isWritten.current) return undefined;
    isWritten.current = true;
    return <script nonce={nonce}>{policy}</script>;
  });
  return children;
}
