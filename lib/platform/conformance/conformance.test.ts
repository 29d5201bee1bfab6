import { expect, test } from "vitest";
import { seeded } from "@/lib/platform/seed/seed";
import { fernhillKey, startPlatform } from "@/lib/platform/testing";
import { checks, createContext } from "./run";

const { address } = await startPlatform();

const context = createContext({
  baseUrl: address,
  key: fernhillKey,
  mayWrite: true,
  known: {
    campaign: seeded.campaigns.paused,
    workflow: seeded.workflows.withSlash,
    call: seeded.calls.live,
    session: seeded.sessions.web,
    tool: seeded.tools.callback,
  },
});

test.for(checks)("$name", async ({ run }) => {
  expect(await run(context)).toEqual([]);
});
