import NextLink from "next/link";
import type { ComponentProps } from "react";

/** A link to a page of the console. Every page is rendered per request, so a prefetch would fetch nothing usable. */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}
