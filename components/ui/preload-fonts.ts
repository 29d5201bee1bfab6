import { preload } from "react-dom";

const latinFiles = [
  new URL(
    "@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2",
    import.meta.url,
  ),
  new URL(
    "@fontsource-variable/atkinson-hyperlegible-mono/files/atkinson-hyperlegible-mono-latin-wght-normal.woff2",
    import.meta.url,
  ),
];

/** Called while the root layout renders: the bundler gives these the same names as the stylesheet's. */
export function preloadFonts() {
  for (const file of latinFiles) preload(file.pathname, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
}
