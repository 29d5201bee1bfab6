import { useQuery } from "@tanstack/react-query";
import { useMay } from "@/components/query/use-me";
import { PhoneNumber } from "@/components/record/phone-number";
import { LinkButton } from "@/components/ui/buttons/button";
import { read } from "@/lib/client/query";
import type { FoundCalls } from "@/lib/contract/console/inbox/found-calls";
import { findPerson } from "@/lib/contract/console/person";
import { visibleControls } from "@/lib/format/format-raw";
import { usePersonDialogs } from "./person-dialogs";
import { keyOfCall } from "./person-key";
import { UploadedLists } from "./uploaded-lists";

type NumberSentenceProps = {
  /** The searched text. */
  text: string;
  found: Found;
};

/** Calls that the text finds. Of two with one number, either will do. */
type Found = Pick<FoundCalls, "searched"> & {
  data: readonly Pick<FoundCalls["data"][number], "contact" | "contact_name" | "call_id">[];
};

/** The person with the searched number, and the uploads that sent it. */
export function NumberSentence({ text, found }: NumberSentenceProps) {
  const { lookUp } = usePersonDialogs();
  const searched = searchedPerson(text, found);
  const mayFind = useMay(findPerson);
  const person = useQuery({ ...read(findPerson, searched?.key ?? {}), enabled: mayFind && searched !== undefined });
  if (!searched) return <div hidden />;
  const name = found.data.find(({ contact_name }) => contact_name !== null)?.contact_name;
  return (
    <div className="border-t border-rule px-(--gutter) py-2.5" role="status">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span>
          <PhoneNumber number={searched.number} />
          {name && `, ${visibleControls(name)}`}.
        </span>
        {mayFind && (
          <LinkButton aria-haspopup="dialog" onClick={() => lookUp({ person: searched.key })}>
            Open the person
          </LinkButton>
        )}
      </p>
      {person.data && <UploadedLists {...person.data.value} />}
    </div>
  );
}

/** The person of a whole number, or of the only number among the calls found by a part of it. */
export function searchedPerson(text: string, { searched, data: calls }: Found) {
  const isOthers =
    searched?.is === "whole" && calls.length > 0 && !calls.some(({ contact }) => contact === searched.digits);
  if (searched?.is === "whole" && !isOthers) return { number: `+${searched.digits}`, key: { number: text } };
  const [first, ...others] = calls;
  const number = first?.contact == null ? undefined : `+${first.contact}`;
  if (!searched || !first || !number || others.some(({ contact }) => contact !== first.contact)) return undefined;
  return { number, key: keyOfCall(number, first.call_id) };
}
