import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { FontPreload } from "@/components/shell/font-preload";
import { ScriptPolicy } from "@/components/shell/script-policy";
import { themeCookie, themeOf } from "@/components/shell/theme";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Switchboard", template: "%s · Switchboard" },
  description: "Console for the Voice Agent Platform",
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = themeOf((await cookies()).get(themeCookie)?.value);
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <html lang="en" data-theme={theme} suppressHydrationWarning>
      <body>
        <FontPreload />
        <ScriptPolicy nonce={nonce}>{children}</ScriptPolicy>
      </body>
    </html>
  );
}
