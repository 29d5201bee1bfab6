import type { Transaction } from "@/lib/db/database";
import { workflowTable, workflowVersionTable } from "@/lib/platform/tables/workflows";
import { ago } from "./ago";
import { seeded } from "./ids";

export async function seedWorkflows(tx: Transaction, now: Date) {
  const published = await tx
    .insert(workflowTable)
    .values([
      {
        organization_id: seeded.organization,
        ref: seeded.workflows.withSlash,
        name: "Intake router",
        description: "Greets, finds the account and sends the caller to the right place.",
        status: "published",
        version: 7,
        published_version: 7,
        has_unpublished_changes: true,
        nodes: [
          { id: "greet", type: "say", text: "Welcome to Fernhill Energy." },
          { id: "find", type: "tool", tool_id: seeded.tools.lookup },
          { id: "outage", type: "assistant", assistant_id: seeded.assistants.outages },
          { id: "desk", type: "tool", tool_id: seeded.tools.transfer },
        ],
        edges: [
          { from: "greet", to: "find" },
          { from: "find", to: "outage", when: "topic is outage" },
          { from: "find", to: "desk", when: "otherwise" },
        ],
        published_at: ago(now, { days: 6, hours: 2 }),
        published_by: seeded.owner,
        created_at: ago(now, { days: 150 }),
        updated_at: ago(now, { days: 1, hours: 7 }),
      },
      {
        organization_id: seeded.organization,
        ref: seeded.workflows.renewal,
        name: "Renewal follow-up",
        description: null,
        status: "draft",
        version: 2,
        published_version: 2,
        has_unpublished_changes: true,
        nodes: [
          { id: "offer", type: "assistant", assistant_id: seeded.assistants.renewals },
          { id: "bye", type: "tool", tool_id: seeded.tools.endCall },
        ],
        edges: [{ from: "offer", to: "bye" }],
        published_at: ago(now, { days: 45 }),
        published_by: seeded.owner,
        created_at: ago(now, { days: 70 }),
        updated_at: ago(now, { hours: 20 }),
      },
    ])
    .returning();
  await tx.insert(workflowVersionTable).values(
    published.flatMap(({ id, version, nodes, edges }) =>
      Array.from({ length: version }, (_, index) => ({
        workflow_id: id,
        version: index + 1,
        nodes: index + 1 === version ? nodes : nodes.slice(0, 2),
        edges: index + 1 === version ? edges : edges.slice(0, 1),
        published_at: ago(now, { days: 6 + (version - index - 1) * 19 }),
      })),
    ),
  );
}
