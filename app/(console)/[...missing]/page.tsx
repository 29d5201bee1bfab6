import type { Metadata } from "next";
import { notFound } from "next/navigation";

// The page takes its title from here once the browser draws it: the not-found file's own counts for the HTML alone.
export const metadata: Metadata = { title: "Page not found" };

/** Any address without a page, so that the way on from it is the console's own. */
export default function MissingPage() {
  notFound();
}
