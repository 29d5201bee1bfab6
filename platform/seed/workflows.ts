import type { Transaction } from "@/lib/db/database";
import { workflowTable, workflowVersionTable } from "@/platform/tables/workflows";
import { ago } from "./ago";
import { seeded } from "./ids";

type Step = Record<string, unknown> & { id: string };

const { tools, assistants } = seeded;

const intake: Step[] = [
  { id: "greet", name: "Greeting", type: "say", text: "Welcome to Fernhill Energy. What can we do for you?" },
  { id: "find", name: "Find the account", type: "tool", tool_id: tools.lookup },
  { id: "topic", name: "What it is about", type: "ask", prompt: "Is it about an outage, a bill or something else?" },
  { id: "outage", name: "Outage line", type: "assistant", assistant_id: assistants.outages },
  { id: "bill", name: "Tariffs and bills", type: "assistant", assistant_id: assistants.renewals },
  { id: "desk", name: "Support desk", type: "tool", tool_id: tools.transfer },
];

const intakeEdges = [
  { from: "greet", to: "find" },
  { from: "find", to: "topic" },
  { from: "topic", to: "outage", when: "it is about an outage" },
  { from: "topic", to: "bill", when: "it is about a bill or a tariff" },
  { from: "topic", to: "desk", when: "otherwise" },
];

/** The published version: a shorter greeting, and bills go to the desk. */
const intakeBefore = {
  nodes: intake
    .filter(({ id }) => id !== "bill")
    .map((step) => (step.id === "greet" ? { ...step, text: "Welcome to Fernhill Energy." } : step)),
  edges: intakeEdges.filter(({ to }) => to !== "bill"),
};

const renewal: Step[] = [
  { id: "offer", name: "Offer the new tariff", type: "assistant", assistant_id: assistants.renewals },
  { id: "account", name: "Look up the agreement", type: "tool", tool_id: tools.lookup },
  { id: "choice", name: "What the customer wants", type: "ask", prompt: "By post, by email, or not at all?" },
  { id: "post", name: "Send it by post", type: "say", text: "You will have it within three days." },
  { id: "callback", name: "Book a call back", type: "tool", tool_id: tools.callback },
  { id: "bye", name: "Goodbye", type: "tool", tool_id: tools.endCall },
];

const renewalEdges = [
  { from: "offer", to: "account" },
  { from: "account", to: "choice" },
  { from: "choice", to: "post", when: "by post or by email" },
  { from: "choice", to: "callback", when: "the customer has no time now" },
  { from: "choice", to: "bye", when: "otherwise" },
  { from: "post", to: "bye" },
  { from: "callback", to: "bye" },
];

const slowPost = (step: Step) => ({ ...step, text: "You will have it within ten days." });

/** The published version: without a callback, and with a step that the draft no longer has. */
const renewalBefore = {
  nodes: [
    ...renewal.filter(({ id }) => id !== "callback").map((step) => (step.id === "post" ? slowPost(step) : step)),
    { id: "survey", name: "Short survey", type: "ask", prompt: "How content are you with us, from 1 to 5?" },
  ],
  edges: [
    ...renewalEdges.filter(({ from, to }) => from !== "callback" && to !== "callback" && from !== "post"),
    { from: "post", to: "survey" },
    { from: "survey", to: "bye" },
  ],
};

const common = {
  organization_id: seeded.organization,
  status: "published",
  has_unpublished_changes: true,
  published_by: seeded.owner,
} as const;

export async function seedWorkflows(tx: Transaction, now: Date) {
  const published = await tx
    .insert(workflowTable)
    .values([
      {
        ...common,
        ref: seeded.workflows.withSlash,
        name: "Intake router",
        description: "Greets, finds the account and sends the caller to the right place.",
        version: 7,
        published_version: 7,
        nodes: intake,
        edges: intakeEdges,
        published_at: ago(now, { days: 6, hours: 2 }),
        created_at: ago(now, { days: 150 }),
        updated_at: ago(now, { days: 1, hours: 7 }),
      },
      {
        ...common,
        ref: seeded.workflows.renewal,
        name: "Renewal follow-up",
        description: "What follows when a customer’s fixed tariff ends.",
        version: 2,
        published_version: 2,
        nodes: renewal,
        edges: renewalEdges,
        published_at: ago(now, { days: 45 }),
        created_at: ago(now, { days: 70 }),
        updated_at: ago(now, { hours: 20 }),
      },
    ])
    .returning();
  await tx.insert(workflowVersionTable).values(
    published.flatMap(({ id, ref, version }) => {
      const { nodes, edges } = ref === seeded.workflows.renewal ? renewalBefore : intakeBefore;
      return Array.from({ length: version }, (_, index) => ({
        workflow_id: id,
        version: index + 1,
        nodes: index + 1 === version ? nodes : nodes.slice(0, 2),
        edges: index + 1 === version ? edges : edges.slice(0, 1),
        published_at: ago(now, { days: 6 + (version - index - 1) * 19 }),
      }));
    }),
  );
}
