"use client";

import { preload } from "react-dom";

const sans = new URL(
  "@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2",
  import.meta.url,
);
const mono = new URL(
  "@fontsource-variable/atkinson-hyperlegible-mono/files/atkinson-hyperlegible-mono-latin-wght-normal.woff2",
  import.meta.url,
);

/** Asks for the two files that every page needs before its styles have named them. */
export function FontPreload() {
  for (const { pathname } of [sans, mono])
    preload(pathname, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  return undefined;
}
