"use client";

import { deferred } from "@/components/ui/browser/deferred";
import type { LongListProps } from "./windowed-list";

export const LongList = deferred(
  async () => (await import("./windowed-list")).WindowedList,
  ({ box, first }: LongListProps) => <section {...box}>{first}</section>,
);
