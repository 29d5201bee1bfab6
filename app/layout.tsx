import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { ScriptPolicy } from "@/components/shell/script-policy";
import { themeCookie, themeOf } from "@/components/shell/theme";
import { InstallationProvider } from "@/components/ui/page/installation";
import { attempt } from "@/lib/format/attempt";
import { conventionsFor } from "@/lib/format/conventions";
import { zoneCookie } from "@/lib/format/local-zone";
import { zoneOfCookie } from "@/lib/format/zone-cookie";
import { serverContext } from "@/lib/server/server-context";

import "./globals.css";

const fonts = [
  new URL("../components/ui/styles/fonts/atkinson-hyperlegible-next-interface.woff2", import.meta.url),
  new URL("../components/ui/styles/fonts/atkinson-hyperlegible-mono-interface.woff2", import.meta.url),
];

/** Undefined while the pages are built. */
const installation = attempt(() => serverContext().installation);
const product = installation ? `${installation.name} · Switchboard` : "Switchboard";

export const metadata: Metadata = {
  title: { default: product, template: `%s · ${product}` },
  description: "Console for the Voice Agent Platform",
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const sent = await cookies();
  const theme = themeOf(sent.get(themeCookie)?.value);
  const zone = zoneOfCookie(sent.get(zoneCookie)?.value);
  const requestHeaders = await headers();
  const nonce = requestHeaders.get("x-nonce") ?? undefined;
  const conventions = conventionsFor(requestHeaders.get("accept-language"));
  // Otherwise the browser finds the fonts only in the style sheet.
  for (const { pathname } of fonts) preload(pathname, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  return (
    <html lang="en" data-theme={theme} data-conventions={conventions} data-zone={zone} suppressHydrationWarning>
      <body>
        <ScriptPolicy nonce={nonce}>
          <InstallationProvider installation={installation}>{children}</InstallationProvider>
        </ScriptPolicy>
      </body>
    </html>
  );
}
