"use client";

import Link from "next/link";
import { BrandMark } from "@/components/ui/brand-mark";
import { BoardPlate } from "./board-plate";
import { RailNav } from "./rail-nav";
import { useRailReads } from "./rail-reads";
import { Who } from "./who";

export function Rail() {
  useRailReads();
  return (
    <aside className="rail" aria-label="Main">
      <RailParts />
    </aside>
  );
}

/** The rail's contents, which on a narrow screen stand in a sheet. */
export function RailParts({ onGo }: { onGo?: () => void }) {
  const go = onGo ? { onGo } : {};
  return (
    <>
      <Link className="brand" href="/" prefetch={false} onClick={onGo}>
        <BrandMark />
        Switchboard
      </Link>
      <BoardPlate {...go} />
      <RailNav {...go} />
      <Who {...go} />
    </>
  );
}
