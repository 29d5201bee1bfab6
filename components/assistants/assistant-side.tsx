import type { ReactNode } from "react";
import { Notes } from "@/components/record/notes";
import { RecentChanges } from "@/components/record/recent-changes";
import { UsedBy } from "@/components/record/used-by";
import { besideLinkClass } from "@/components/ui/buttons/button-class";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { Link } from "@/components/ui/buttons/link";
import { KvList } from "@/components/ui/page/kv-list";
import { Section, sectionClass } from "@/components/ui/page/section";
import { Shown } from "@/components/ui/page/shown";
import { TimeText } from "@/components/ui/time/time-text";
import type { Assistant } from "@/lib/contract/api/assistants";
import type { AssistantNumbers } from "@/lib/contract/console/assistant-numbers";
import type { SavedRecord } from "@/lib/contract/console/saved";
import { titleOf } from "@/lib/contract/fields";
import { formatCount } from "@/lib/format/format-count";

type AssistantSideProps = {
  id: string;
  assistant: Assistant;
  numbers: AssistantNumbers | undefined;
  saved: SavedRecord | undefined;
};

export function AssistantSide({ id, assistant, numbers, saved }: AssistantSideProps) {
  const { organization_id, owner_id, created_at, updated_at } = assistant;
  const count = numbers?.count ?? 0;
  const isNamed = assistant.name !== undefined && assistant.name === titleOf(assistant);
  const sentId = (value: string | null | undefined) => (value ? <CopyId id={value} quiet /> : <Shown value={value} />);
  return (
    <div className="[&_dl]:grid-cols-[88px_minmax(0,1fr)]">
      <Section title="Identity">
        <KvList
          entries={[
            ...(assistant.id === id ? [] : [["ID as sent", sentId(assistant.id)] as const]),
            ...(isNamed ? [] : [["Name", <Shown key="name" value={assistant.name} />] as const]),
            ["Organization", sentId(organization_id)],
            ["Owner", sentId(owner_id)],
            ["Created", <TimeText key="created" at={created_at} zoned />],
            ["Updated", <TimeText key="updated" at={updated_at} zoned />],
          ]}
        />
      </Section>
      <Section title="Source" className="border-t border-rule">
        <ul>
          {(count > 0 || numbers?.is_whole) && (
            <SourceLine>
              <span>{usedByText(count)}</span>
              {count > 0 && (
                <Link className={besideLinkClass} href={`/phone-numbers?${new URLSearchParams({ assistant: id })}`}>
                  Show
                </Link>
              )}
            </SourceLine>
          )}
          {saved?.opened_by && (
            <SourceLine>
              <span>Last opened by {saved.opened_by}</span>
              {saved.last_seen_at && (
                <span className="text-ink-3">
                  <TimeText at={saved.last_seen_at} variant="relative" quiet />
                </span>
              )}
            </SourceLine>
          )}
        </ul>
      </Section>
      <div className="border-t border-rule [&>*+*]:border-t [&>*+*]:border-rule">
        <UsedBy resource="assistants" id={id} />
        <Notes resource="assistants" id={id} />
        <RecentChanges resource="assistants" id={id} />
      </div>
      <section className={`${sectionClass} border-t border-rule`}>
        <p className="text-sm/[17px] text-ink-3">Edit assistants on the platform itself.</p>
      </section>
    </div>
  );
}

function SourceLine({ children }: { children: ReactNode }) {
  return <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 border-t border-rule py-[7px]">{children}</li>;
}

function usedByText(count: number) {
  if (count === 0) return "No phone number uses it";
  return count === 1 ? "1 phone number uses it" : `${formatCount(count)} phone numbers use it`;
}
