import type { Metadata } from "next";
import { notFound } from "next/navigation";

// In the browser the title comes from here. The metadata of not-found.tsx only applies to the first HTML.
export const metadata: Metadata = { title: "Page not found" };

/** Catches all unknown addresses, so that they show the console's own not-found page. */
export default function MissingPage() {
  notFound();
}
