"use client";

import { useMe } from "@/components/query/use-me";
import { deferred } from "@/components/ui/browser/deferred";

const RestoredCopyBar = deferred(async () => (await import("./restored-copy-bar")).RestoredCopyBar);

/** A bar on every page of a restored copy, until an admin puts it into use. */
export function CopyBar() {
  const { restored_copy: copy } = useMe();
  return copy ? <RestoredCopyBar copy={copy} /> : null;
}
