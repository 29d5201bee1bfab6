"use client";

import Link from "next/link";
import { Icon } from "@/components/ui/icon";
import { useLine } from "./freshness";

/** Which line this console stands on. One to an installation: it leads to Settings and switches nothing. */
export function BoardPlate({ onGo }: { onGo?: () => void }) {
  const { data } = useLine();
  const line = data?.value;
  const isBuiltIn = line?.line === "built-in";
  const name = isBuiltIn ? "Local platform" : (line?.host ?? "The line");
  const note = line ? (isBuiltIn ? line.host : "Voice API") : "";
  return (
    <Link className="board" href="/settings" prefetch={false} title={line?.host} onClick={onGo}>
      <span className="vh">Connection: </span>
      <b className="trunc">{name}</b>
      <Icon name="chev" />
      <small className="trunc">{note}</small>
    </Link>
  );
}
