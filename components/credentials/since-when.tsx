import { useQuery } from "@tanstack/react-query";
import { isUnreadable } from "@/components/query/query-view";
import { whoseMessage } from "@/components/record/recent-changes";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import type { Credential } from "@/lib/contract/api/credentials";
import { listVersions, type RecordHistory } from "@/lib/contract/console/record-history";
import { useCredentialStates, useIsFailing } from "./use-credential-states";

/** Since when a credential fails, when its record changed, and who changed it. Times that Switchboard saw are called so. */
export function SinceWhen({ credential }: { credential: Credential }) {
  const states = useCredentialStates();
  const versions = useQuery(read(listVersions, { resource: "credentials", ref: credential.id ?? "" }));
  const isFailing = useIsFailing()(credential);
  const state = states.byId.get(credential.id ?? "");
  const history = versions.data?.value.data;
  const isUnread = isUnreadable(states.query) || isUnreadable(versions);
  return (
    <section>
      <h3>{isFailing ? "Since when, and what changed" : "Last change"}</h3>
      {isUnread && <p className="text-ink-3">Switchboard could not read what it stored of this credential.</p>}
      {isFailing && state?.failing_since && (
        <p>
          <b className="font-semibold">
            Seen failing since <TimeText at={state.failing_since} zoned />.
          </b>{" "}
          {state.is_since_first_read
            ? "It failed when Switchboard first read it, so it may have begun earlier."
            : history && <LastGood history={history} since={state.failing_since} />}
        </p>
      )}
      {isFailing && states.query.data && !state?.failing_since && <p>Switchboard did not see when it began to fail.</p>}
      <p>
        {credential.updated_at ? (
          <>
            The record changed <TimeText at={credential.updated_at} zoned />.
          </>
        ) : (
          "The platform does not say when the record changed."
        )}{" "}
        <Author history={history} />
      </p>
    </section>
  );
}

/** The last poll before it failed. */
function LastGood({ history, since }: { history: RecordHistory; since: string }) {
  const change = history.changes.find(({ at }) => at === since);
  if (!change) return null;
  return (
    <>
      It did not fail at the check before, <TimeText at={change.after} zoned />.
    </>
  );
}

function Author({ history }: { history: RecordHistory | null | undefined }) {
  const [change] = history?.changes ?? [];
  if (change?.sent) return `It changed ${whoseMessage(change)}.`;
  return "It was not changed from here: credentials can only be changed on the platform. The platform does not say who.";
}
