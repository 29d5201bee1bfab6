"use client";

import "./globals.css";
import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import { useServerInsertedHTML } from "next/navigation";
import { type ReactNode, useRef } from "react";
import { preload } from "react-dom";
import { themeCookie, themeOf } from "@/components/shell/theme";
import { conventionsFor } from "@/lib/format/conventions";

const fonts = [
  new URL("../components/ui/styles/fonts/atkinson-hyperlegible-next-interface.woff2", import.meta.url),
  new URL("../components/ui/styles/fonts/atkinson-hyperlegible-mono-interface.woff2", import.meta.url),
];

export const metadata: Metadata = {
  title: { default: "Switchboard", template: "%s · Switchboard" },
  description: "Console for the Voice Agent Platform",
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = themeOf((await cookies()).get(themeCookie)?.value);
  const requestHeaders = await headers();
  const nonce = requestHeaders.get("x-nonce") ?? undefined;
  const conventions = conventionsFor(requestHeaders.get("accept-language"));
  // Otherwise the browser finds the fonts only in the style sheet.
  for (const { pathname } of fonts) preload(pathname, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  return (
    <html lang="en" data-theme={theme} data-conventions={conventions} suppressHydrationWarning>
      <body>
        <ScriptPolicy nonce={nonce}>{children}</ScriptPolicy>
      </body>
    </html>
  );
}

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
function ScriptPolicy({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const isWritten = useRef(false);
  useServerInsertedHTML(() => {
    if (isWritten.current) return undefined;
    isWritten.current = true;
    return <script nonce={nonce}>{policy}</script>;
  });
  return children;
}
