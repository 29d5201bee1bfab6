import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ReadRow } from "@/components/query/read-row";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { countOf } from "@/lib/format/format-count";
import { readOwnSessions } from "./own-sessions";

const SessionsDialog = deferred(async () => (await import("./sessions-dialog")).SessionsDialog);

/** Where the user is signed in. */
export function SessionsRow() {
  const sessions = useQuery(readOwnSessions);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ReadRow
        title="Signed in"
        query={sessions}
        note={({ data }) =>
          data.length > 1
            ? `In this browser and ${countOf(data.length - 1, "other", "others")}.`
            : "Only in this browser."
        }
      >
        {() => (
          <Button aria-haspopup="dialog" load={SessionsDialog.load} onClick={() => setIsOpen(true)}>
            Show…
          </Button>
        )}
      </ReadRow>
      {isOpen && <SessionsDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
