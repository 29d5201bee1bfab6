import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { ScriptPolicy } from "@/components/shell/script-policy";
import { themeCookie, themeOf } from "@/components/shell/theme";
import { conventionsFor } from "@/lib/format/conventions";

import "./globals.css";

const sans = new URL("../components/ui/styles/fonts/atkinson-hyperlegible-next-interface.woff2", import.meta.url);
const mono = new URL("../components/ui/styles/fonts/atkinson-hyperlegible-mono-interface.woff2", import.meta.url);

export const metadata: Metadata = {
  title: { default: "Switchboard", template: "%s · Switchboard" },
  description: "Console for the Voice Agent Platform",
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = themeOf((await cookies()).get(themeCookie)?.value);
  const given = await headers();
  const nonce = given.get("x-nonce") ?? undefined;
  const conventions = conventionsFor(given.get("accept-language"));
  return (
    <html lang="en" data-theme={theme} data-conventions={conventions} suppressHydrationWarning>
      <body>
        <Fonts isFirst={given.has("x-switchboard-first-document")} />
        <ScriptPolicy nonce={nonce}>{children}</ScriptPolicy>
      </body>
    </html>
  );
}

/**
 * Asks for the two files that every page needs before its styles have named them. A browser's first document holds them, and
 * fetches them for the ones after it.
 */
function Fonts({ isFirst }: { isFirst: boolean }) {
  const font = { as: "font", type: "font/woff2", crossOrigin: "anonymous" } as const;
  const paths = [sans, mono].map(({ pathname }) => pathname);
  if (isFirst) return paths.map((path) => <link key={path} rel="prefetch" {...font} href={path} />);
  for (const path of paths) preload(path, font);
  return undefined;
}
