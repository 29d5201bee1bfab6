import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isUnreadable } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { useSaved } from "@/components/query/use-saved";
import { ForgetButton } from "@/components/registry/forget-button";
import { Button } from "@/components/ui/buttons/button";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";
import { StateMessage } from "@/components/ui/page/state-message";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { listAnswers, listAudit, type SentAnswer } from "@/lib/contract/console/audit";
import { listVersions } from "@/lib/contract/console/record-history";
import { knownName } from "@/lib/contract/console/saved";

export type RecordNotFoundProps = {
  resource: string;
  noun: string;
  id: string;
};

/** The platform answers 404 for a record: who deleted it, until when it was seen, or that nobody knows it. And where to go on. */
export function RecordNotFound({ resource, noun, id }: RecordNotFoundProps) {
  const client = useQueryClient();
  const answers = useQuery(read(listAnswers, { resource, target: id }));
  const versions = useQuery(read(listVersions, { resource, ref: id }));
  const saved = useSaved(resource, id);
  const mayAudit = useMay(listAudit);
  const deletion = deletionOf(answers.data?.value.data ?? [], resource, id);
  const history = versions.data?.value.data;
  const name = saved && knownName(saved);
  const subject = name ? `${name} ` : `This ${noun} `;
  const isKnown = Boolean(history);
  const heading = deletion ? `${subject}was deleted` : isKnown ? `${subject}is gone` : `No ${noun} with this ID`;
  const actions = (
    <>
      <Link className={buttonClass({ size: "small" })} href={`/${resource}`}>
        All {resource}
      </Link>
      {deletion && mayAudit && (
        <Link className={buttonClass({ size: "small" })} href={`/audit?${new URLSearchParams({ entry: deletion.id })}`}>
          Open the audit log
        </Link>
      )}
      <Button
        size="small"
        variant="bare"
        onClick={() => void client.refetchQueries({ queryKey: [resource], type: "active" })}
      >
        Try again
      </Button>
      {saved?.not_found_since && <ForgetButton resource={resource} id={id} name={name ?? id} />}
    </>
  );
  return (
    <StateMessage kind="not-found" heading={heading} level={2} actions={actions}>
      <p>
        {deletion ? (
          <Deletion deletion={deletion} />
        ) : isKnown ? null : (
          "The ID may be wrong, or belong to another organization. "
        )}
        {!deletion && history && (
          <>
            The platform returned it until <TimeText at={history.last_seen_at} zoned />
            {history.gone_at && (
              <>
                , and no longer since <TimeText at={history.gone_at} zoned />
              </>
            )}
            . {answers.data && "It was not deleted from here. "}The platform does not say who deleted it.
          </>
        )}
        {isUnreadable(answers) && " Switchboard could not check whether it was deleted from here."}
      </p>
    </StateMessage>
  );
}

/** `actor_name` is empty for roles that may not see it. */
const Deletion = ({ deletion: { actor_name, at } }: { deletion: SentAnswer }): ReactNode => (
  <>
    {actor_name ? `Deleted from here by ${actor_name} at ` : "Deleted from here at "}
    <TimeText at={at} zoned />. The platform no longer returns it.
  </>
);

/** The answer that a record was deleted from here; undefined if it was not. */
export function deletionOf(answers: readonly SentAnswer[], resource: string, id: string) {
  return answers.find(
    ({ action, target, outcome }) => action === `${resource}.delete` && target === id && outcome === "ok",
  );
}
