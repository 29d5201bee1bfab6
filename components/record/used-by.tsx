import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query/query-view";
import { RelatedRow } from "@/components/record/summary";
import { Section } from "@/components/ui/page/section";
import { read } from "@/lib/client/query";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { type Dependent, listDependents } from "@/lib/contract/console/related-records";
import { nounOf } from "@/lib/contract/operation";
import { countOf } from "@/lib/format/format-count";
import { shortenId, visibleControls } from "@/lib/format/format-raw";

export type UsedByProps = { resource: string; id: string };

export function useDependents({ resource, id }: UsedByProps) {
  const dependents = useQuery(read(listDependents, { resource, ref: id }));
  const all = dependents.data?.value.data ?? [];
  const campaigns = all.filter((user) => user.resource === "campaigns");
  return {
    query: dependents,
    users: all.filter((user) => user.resource !== "campaigns"),
    running: campaigns.filter(({ status }) => stageOf(status) === "running"),
    others: campaigns.filter(({ status }) => stageOf(status) !== "running"),
    hasMore: dependents.data?.value.has_more === true,
  };
}

/** Users of a record, and the running campaigns that depend on it through these. */
export function UsedBy({ isPlain = false, ...props }: UsedByProps & { isPlain?: boolean }) {
  const users = <Users {...props} />;
  if (!isPlain) return <Section title="Used by">{users}</Section>;
  return (
    <section>
      <h3>Used by</h3>
      {users}
    </section>
  );
}

function Users(props: UsedByProps) {
  const { query, users, running, others, hasMore } = useDependents(props);
  return (
    <QueryView query={query} label="what uses it" rows={1}>
      {() => (
        <>
          <h4 className={subheadClass}>Running campaigns</h4>
          {running.length === 0 && (
            <p className={quietClass}>No running campaign that Switchboard has seen depends on it.</p>
          )}
          <UserList users={running} all={[...users, ...running]} />
          {others.length > 0 && (
            <p className={`${quietClass} border-t border-rule pt-1.5`}>
              {countOf(others.length, "other campaign")} {others.length === 1 ? "does" : "do"} not run now.
            </p>
          )}
          <h4 className={`mt-2.5 ${subheadClass}`}>{headingOf(props.resource)}</h4>
          {users.length === 0 && <p className={quietClass}>No record that Switchboard has seen uses it.</p>}
          <UserList users={users} all={users} />
          {hasMore && <p className={quietClass}>There are more.</p>}
          <p className={`mt-1.5 ${quietClass}`}>
            As far as records name it. Switchboard may not have seen all that uses this {nounOf(props.resource)}.
          </p>
        </>
      )}
    </QueryView>
  );
}

const quietClass = "text-sm/[17px] text-ink-3";
const subheadClass = "mb-0.5 text-sm font-semibold text-ink-2";

const headingOf = (resource: string) =>
  resource === "credentials" ? "Tools, and what uses them" : "Assistants and workflows";

function UserList({ users, all }: { users: readonly Dependent[]; all: readonly Dependent[] }) {
  if (users.length === 0) return null;
  return (
    <ul>
      {users.map((user) => (
        <li key={`${user.resource} ${user.ref}`} className="border-t border-rule py-[7px]">
          <RelatedRow record={user} />
          {user.via && <p className={`pl-[22px] wrap-anywhere ${quietClass}`}>through {nameOf(user.via, all)}</p>}
        </li>
      ))}
    </ul>
  );
}

function nameOf(via: NonNullable<Dependent["via"]>, all: readonly Dependent[]) {
  const user = all.find(({ resource, ref }) => resource === via.resource && ref === via.ref);
  return visibleControls(user?.name ?? shortenId(via.ref));
}
