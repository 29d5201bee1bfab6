"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query/query-view";
import { CopyId } from "@/components/ui/copy-id";
import { Lamp } from "@/components/ui/status-icon";
import { TimeText } from "@/components/ui/time-text";
import { read } from "@/lib/client/query";
import { type ContactImport, listImports } from "@/lib/contract/console/imports";
import { outcomeWords } from "./outcome-words";
import { contactsWord } from "./upload-words";

/** The lists that were sent to this campaign from here, newest first. */
export function ImportJournal({ campaign_id }: { campaign_id: string }) {
  const query = useQuery(read(listImports, { campaign_id }));
  return (
    <section className="bay journal" aria-label="Lists sent to this campaign from here">
      <h2 className="h2">Sent to this campaign from here</h2>
      <QueryView
        query={query}
        label="the import journal"
        level={3}
        isEmpty={({ data }) => data.length === 0}
        empty={<p className="note">No list was sent from here yet.</p>}
      >
        {({ value }) => (
          <ul>
            {value.data.map((each) => (
              <li key={each.id}>
                <Lamp reading={lampOf(each)} tinted />
                <div>
                  <b>{each.file_name}</b>, {contactsWord(each.rows)}
                  <p className="note">
                    <TimeText at={each.begun_at} zoned /> by {each.by}: {outcomeWords(each)}. SHA-256{" "}
                    <CopyId id={each.sha256} />
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  );
}

function lampOf({ outcome, status, accepted, rows }: ContactImport) {
  if (outcome === "refused") return "fault";
  if (outcome === "ok" && status === 202) return "live";
  if (outcome === "ok" && accepted === null) return status === 207 ? "wait" : "idle";
  return outcome === "ok" && (accepted ?? rows) >= rows ? "ok" : "wait";
}
