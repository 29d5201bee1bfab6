import type { ReactNode } from "react";
import { beforeAll, expect, test } from "vitest";
import { AssistantScreen } from "@/components/assistants/assistant-screen";
import { AskOne } from "@/components/campaigns/ask-one";
import { ToolScreen } from "@/components/tools/tool-screen";
import { loadDeferred } from "@/components/ui/browser/deferred";
import { WebhookRecord } from "@/components/webhooks/webhook-record";
import { PublishDialog } from "@/components/workflows/publish-dialog";
import { WorkflowScreen } from "@/components/workflows/workflow-screen";
import { getAssistant } from "@/lib/contract/api/assistants";
import { getTool } from "@/lib/contract/api/tools";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { getWorkflow } from "@/lib/contract/api/workflows";
import { listAnswers } from "@/lib/contract/console/audit";
import { campaignOverlap } from "@/lib/contract/console/contact-lists";
import { listDependents, listMissingTools } from "@/lib/contract/console/related-records";
import { Problem } from "@/lib/contract/problem";
import { readWorkflow } from "@/lib/contract/shapes/workflow";
import { pageOf, records } from "@/lib/testing/components/records";
import type { FailedRead, Read } from "@/lib/testing/components/render-with-reads";

const close = () => undefined;
const confirmation = { off: undefined, onConfirm: close, onClose: close };
const unreachable = new Problem("switchboard-unreachable");
const recordRead = (op: Read[0], input: Read[1], data: unknown): Read => [op, input, { success: true, data }];

type Part = {
  screen: ReactNode;
  /** Reads of the screen besides the part's own. */
  read?: Read;
  failed?: FailedRead;
  /** The part's own read, and its answer if there is nothing. */
  part: Read;
  /** Shown if it failed. */
  failure: string;
  /** Shown if there is nothing. */
  none?: string;
};

beforeAll(loadDeferred);

const notFound: FailedRead = [getTool, { tool_id: "t" }, new Problem("not_found")];

const parts: Record<string, Part> = {
  "the deletion of a missing record": {
    screen: <ToolScreen tool_id="t" />,
    failed: notFound,
    part: [listAnswers, { resource: "tools", target: "t" }, { data: [] }],
    failure: "Switchboard could not check whether it was deleted from here.",
  },
  "the missing tools of a workflow": {
    screen: <WorkflowScreen workflow_ref="w" />,
    read: recordRead(getWorkflow, { workflow_ref: "w" }, { name: "Intake" }),
    part: [listMissingTools, { resource: "workflows", ref: "w" }, { data: [] }],
    failure: "Switchboard could not check whether its tools are missing.",
  },
  "the missing tools of an assistant": {
    screen: <AssistantScreen id="a" />,
    read: recordRead(getAssistant, { assistant_id: "a" }, records.assistant),
    part: [listMissingTools, { resource: "assistants", ref: "a" }, { data: [] }],
    failure: "Switchboard could not check whether its tools are missing.",
  },
  "the users of a workflow before it is published": {
    screen: <PublishDialog workflow_ref="w" name="Intake" workflow={readWorkflow({})} {...confirmation} />,
    part: [listDependents, { resource: "workflows", ref: "w" }, { data: [], has_more: false }],
    failure: "Could not check what uses it.",
    none: "No running campaign that Switchboard has seen uses it.",
  },
  "the lists of a campaign before it starts": {
    screen: (
      <AskOne
        verb="start"
        campaign_id="c"
        name="Winter"
        record={{}}
        progress={null}
        off={undefined}
        onAct={close}
        onClose={close}
      />
    ),
    part: [campaignOverlap, { campaign_id: "c" }, { people: 0, other_campaigns: [] }],
    failure: "Could not check who of them is in another campaign",
    none: "These contacts were added outside Switchboard",
  },
  "the raw record of a webhook": {
    screen: <WebhookRecord id="w" />,
    part: [listWebhooks, {}, { success: true, data: [] }],
    failure: "server is not answering",
    none: "The platform does not list this webhook.",
  },
};

test.each(Object.entries(parts))("says that it could not read %s when that failed", (_, given) => {
  const { screen, read, failed, part, failure, none } = given;
  const [op, input] = part;
  const reads = read ? [read] : [];
  const problems = failed ? [failed] : [];
  const failing = pageOf(screen, reads, { failed: [...problems, [op, input, unreachable]], showsLoaded: true });
  const empty = pageOf(screen, [...reads, part], { failed: problems, showsLoaded: true });
  const loading = pageOf(screen, reads, { failed: problems, showsLoaded: true });
  expect(failing).toContain(failure);
  for (const page of [empty, loading]) expect(page).not.toContain(failure);
  if (!none) return;
  expect(empty).toContain(none);
  for (const page of [failing, loading]) expect(page).not.toContain(none);
});
