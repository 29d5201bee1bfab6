import { notFound } from "next/navigation";

/** Any address without a page, so that the way on from it is the console's own. */
export default function MissingPage() {
  notFound();
}
