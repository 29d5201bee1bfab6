"use client";

import { useState } from "react";
import type { Answer } from "@/lib/client/answer";
import type { getTool } from "@/lib/contract/api/tools";
import type { OutputOf } from "@/lib/contract/operation";
import { DeletedTool } from "./deleted-tool";
import { LiveTool } from "./live-tool";

/** What is left of a tool once it is deleted: the last read of it, and when that was. */
export type LastTool = { answer: Answer<OutputOf<typeof getTool>> | undefined; at: string };

export function ToolScreen({ tool_id }: { tool_id: string }) {
  const [last, setLast] = useState<LastTool>();
  if (last) return <DeletedTool tool_id={tool_id} last={last} />;
  return <LiveTool tool_id={tool_id} onDeleted={setLast} />;
}
