import { Check } from "@/components/preflight/check";
import { Notice } from "@/components/ui/page/notice";
import { TimeText } from "@/components/ui/time/time-text";
import type { ListBasis, StayingPeople } from "@/lib/contract/console/contact-lists";
import { countOf, formatCount } from "@/lib/format/format-count";

const shownRows = 3;

export function StayingNotice({ staying: { people, examples } }: { staying: StayingPeople }) {
  if (people === 0) return undefined;
  const rows = examples.slice(0, shownRows).map(({ row, file_name }) => `row ${formatCount(row)} of ${file_name}`);
  const more = people - rows.length;
  return (
    <Notice
      tone="wait"
      title={`${countOf(people, "person", "people")} of your earlier lists ${people === 1 ? "is" : "are"} not in this one.`}
    >
      <p>
        {people === 1 ? "That person stays" : "They stay"} in the campaign and will be called: {rows.join(", ")}
        {more > 0 && ` and ${formatCount(more)} more`}. The platform cannot remove a person; only cancelling the
        campaign stops that.
      </p>
    </Notice>
  );
}

type ComparedWithProps = { basis: ListBasis; held: number | undefined };

export function ComparedWith({ basis, held }: ComparedWithProps) {
  const { lists, since, in_campaign, do_not_call } = basis;
  const outside = held === undefined ? 0 : held - in_campaign;
  return (
    <ul className="rounded-2 border border-rule-2" aria-label="Compared with">
      {since === null ? (
        <Check tone="unknown">No list was uploaded here yet, so there is nothing to compare with</Check>
      ) : (
        <Check tone="ok">
          Compared by number with {countOf(lists, "list")} uploaded here since <TimeText at={since} />
        </Check>
      )}
      {do_not_call === 0 ? (
        <Check tone="unknown">The do-not-call list is empty</Check>
      ) : (
        <Check tone="ok">Compared with the do-not-call list, {countOf(do_not_call, "number")}</Check>
      )}
      {outside > 0 && (
        <Check tone="unknown">
          {countOf(outside, "person", "people")} {outside === 1 ? "was" : "were"} added outside Switchboard. We cannot
          tell whether they are in your list
        </Check>
      )}
    </ul>
  );
}
