"use client";

import { useMay } from "@/components/query/use-me";
import { PageHead } from "@/components/ui/page-head";
import { getConnection, listDrift, teachReading } from "@/lib/contract/console/settings";
import { ChangeLineBay } from "./change-line-bay";
import { ChoicesBay } from "./choices-bay";
import { ConnectionBay } from "./connection-bay";
import { DriftBay } from "./drift-bay";
import { EndpointsBay } from "./endpoints-bay";
import { LineTestBay } from "./line-test-bay";
import { PasswordBay } from "./password-bay";
import { ReadingsBay } from "./readings-bay";
import { SessionsBay } from "./sessions-bay";
import { TeachBay } from "./teach-bay";

/** One's own choices for everybody; what concerns the whole installation for admins. */
export function SettingsScreen() {
  const isKeeper = [useMay(getConnection), useMay(teachReading), useMay(listDrift)].every(Boolean);
  return (
    <div className="settings">
      <PageHead title="Settings" meta={isKeeper && <Parts />}>
        {isKeeper ? "Your own choices, the line to the API, and how its words read." : "How Switchboard is for you."}
      </PageHead>
      <div className="bays halves">
        <ChoicesBay />
        <PasswordBay />
      </div>
      <div className="bays">
        <SessionsBay />
      </div>
      {isKeeper && <KeeperBays />}
    </div>
  );
}

function KeeperBays() {
  return (
    <>
      <div className="bays two" id="connection">
        <ConnectionBay />
        <ChangeLineBay />
      </div>
      <div className="bays">
        <LineTestBay />
      </div>
      <div className="bays">
        <EndpointsBay />
      </div>
      <div className="bays two" id="readings">
        <ReadingsBay />
        <TeachBay />
      </div>
      <div className="bays" id="drift">
        <DriftBay />
      </div>
    </>
  );
}

function Parts() {
  return (
    <nav className="row" aria-label="Parts of this page">
      <a className="link" href="#connection">
        Connection
      </a>
      <a className="link" href="#readings">
        Status readings
      </a>
      <a className="link" href="#drift">
        Drift
      </a>
    </nav>
  );
}
