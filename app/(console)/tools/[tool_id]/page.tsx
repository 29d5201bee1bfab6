import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { ToolScreen } from "@/components/tools/tool-screen";
import { getTool } from "@/lib/contract/api/tools";
import { listAnswers } from "@/lib/contract/console/audit";
import { listVersions } from "@/lib/contract/console/record-history";
import { listDependents } from "@/lib/contract/console/related-records";
import { listSaved } from "@/lib/contract/console/saved";
import { pathToId } from "@/lib/contract/identifier";

export const metadata: Metadata = { title: "Tool" };

export default async function ToolPage({ params }: PageProps<"/tools/[tool_id]">) {
  const tool_id = pathToId((await params).tool_id);
  if (tool_id === undefined) notFound();
  const reads = [
    start(getTool, { tool_id }),
    start(listAnswers, { resource: "tools", target: tool_id }),
    start(listSaved, { resource: "tools", ref: tool_id }),
    start(listVersions, { resource: "tools", ref: tool_id }),
    start(listSaved, {}),
    start(listDependents, { resource: "tools", ref: tool_id }),
  ];
  return (
    <ConsolePage needs={getTool} reads={reads}>
      <ToolScreen tool_id={tool_id} />
    </ConsolePage>
  );
}
