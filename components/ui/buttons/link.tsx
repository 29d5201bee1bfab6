import NextLink from "next/link";
import type { ComponentProps } from "react";
import { linkClass } from "./button-class";

/** A link to a page of the console. Every page is rendered per request, so a prefetch would fetch nothing usable. */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}

export function TextLink(props: Omit<ComponentProps<typeof Link>, "className">) {
  return <Link className={linkClass} {...props} />;
}
