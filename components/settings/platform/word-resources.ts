const names: Partial<Record<string, string>> = {
  assistants: "Assistant",
  calls: "Call",
  campaigns: "Campaign",
  credentials: "Server credential",
  "phone-numbers": "Phone number",
  tools: "Tool",
  "webhook-logs": "Delivery",
  webhooks: "Webhook",
  workflows: "Workflow",
};

/** Resources whose status words can get a meaning. */
export const wordResources = Object.keys(names);

export const resourceName = (resource: string) => names[resource] ?? resource;
