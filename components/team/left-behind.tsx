import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "@/components/query/use-me";
import { FieldError } from "@/components/ui/fields/field";
import { SelectField } from "@/components/ui/fields/select-field";
import { read } from "@/lib/client/query";
import { plannable, plannableNames } from "@/lib/contract/console/automation/planned";
import { calledOf, getLeftBehind, type LeftBehind, listTeam, type Member } from "@/lib/contract/console/people/team";
import { isAllowed, type Operation, type Role } from "@/lib/contract/operation";
import { countOf } from "@/lib/format/format-count";

type Kind = "actions" | "hours" | "tokens" | "alerts";
type Taker = { id: string; label: string; role: Role };
/** By kind, the ID of who takes over; "" for nobody. */
type Choice = Partial<Record<Kind | "recipients", string>>;

/** Actions, hours, tokens and alerts that a person leaves behind, and who takes each over. `proposed` gives the default. */
export function useLeftBehind(
  member: Member,
  { next, isOff = false }: { next?: Role | undefined; isOff?: boolean } = {},
) {
  const left = useQuery({
    ...read(getLeftBehind, { user_id: member.id, ...(next ? { role: next } : {}) }),
    staleTime: 0,
    enabled: !isOff,
  });
  const [choice, setChoice] = useState<Choice>({});
  const takers = useTakers(member);
  const data = left.data?.value;
  const takerOf = (kind: Kind) => choice[kind] ?? proposed(kind, data, takers);
  const handOver = {
    ...Object.fromEntries(kinds.flatMap((kind) => (takerOf(kind) ? [[kind, takerOf(kind)]] : []))),
    keeps_recipients: choice.recipients === kept,
  };
  return {
    /** False until it is read what they leave. A failed read is said, and does not keep access from being ended. */
    isReady: isOff || !left.isPending,
    handOver,
    list: isOff ? null : (
      <LeftBehindList
        {...{ member, data, takers, takerOf }}
        error={left.error}
        keepsRecipients={handOver.keeps_recipients}
        onChoose={(kind, taker) => setChoice((before) => ({ ...before, [kind]: taker }))}
      />
    ),
  };
}

const kinds: readonly Kind[] = ["actions", "hours", "tokens", "alerts"];
const kept = "kept";

/** Colleagues who can take over, the user first. */
function useTakers(member: Member): Taker[] {
  const me = useMe();
  const team = useQuery(read(listTeam, {})).data?.value.data ?? [];
  return team
    .filter(({ id, state }) => id !== member.id && (state === "active" || state === "locked"))
    .map((person) => ({
      id: person.id,
      label: person.id === me.id ? `${calledOf(person)} (you)` : calledOf(person),
      role: person.role,
    }))
    .toSorted((one, other) => Number(other.id === me.id) - Number(one.id === me.id));
}

/** Operations that whoever takes over must be allowed to send. */
function opsOf(kind: Kind, data: LeftBehind | undefined): readonly Operation[] {
  if (kind === "hours") return [plannable.pause, plannable.resume];
  return kind === "actions" ? (data?.actions ?? []).map(({ action }) => plannable[action]) : [];
}

const takersOf = (kind: Kind, data: LeftBehind | undefined, takers: readonly Taker[]) =>
  takers.filter(({ role }) => opsOf(kind, data).every((op) => isAllowed(op, role)));

/** The user takes over what would else stop unseen. Tokens end, because the person who leaves may know them. */
const proposed = (kind: Kind, data: LeftBehind | undefined, takers: readonly Taker[]) =>
  kind === "tokens" ? "" : (takersOf(kind, data, takers)[0]?.id ?? "");

type ListProps = {
  member: Member;
  data: LeftBehind | undefined;
  error: Error | null;
  takers: readonly Taker[];
  takerOf: (kind: Kind) => string;
  keepsRecipients: boolean;
  onChoose: (kind: Kind | "recipients", taker: string) => void;
};

function LeftBehindList({ member, data, error, takers, takerOf, keepsRecipients, onChoose }: ListProps) {
  if (!data)
    return (
      <div className="mt-3" role="status">
        {error ? (
          <FieldError>Their actions, hours and tokens could not be loaded. All of them end.</FieldError>
        ) : (
          <span className="text-ink-3">Loading their actions, hours and tokens…</span>
        )}
      </div>
    );
  const rows = rowsOf(data);
  if (rows.length === 0 && data.recipients === 0 && data.views === 0) return null;
  return (
    <div className="mt-3 grid gap-3.5">
      {rows.map(({ kind, label, nobody, lines, note }) => (
        <div key={kind} className="grid gap-1">
          <SelectField
            label={label}
            hint={note && takerOf(kind) !== "" ? note : undefined}
            value={takerOf(kind)}
            onChange={(event) => onChoose(kind, event.target.value)}
          >
            {takersOf(kind, data, takers).map(({ id, label }) => (
              <option key={id} value={id}>
                Goes to {label}
              </option>
            ))}
            <option value="">{nobody}</option>
          </SelectField>
          {lines.length > 0 && (
            <ul className="max-h-32 list-disc overflow-y-auto pl-5 text-sm/[18px] text-ink-2">
              {lines.map(({ key, text }) => (
                <li key={key} className="wrap-anywhere">
                  {text}
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
      {data.recipients > 0 && (
        <SelectField
          label={`Alerts are also mailed to ${member.email}`}
          value={keepsRecipients ? kept : ""}
          onChange={(event) => onChoose("recipients", event.target.value)}
        >
          <option value="">Stop these mails</option>
          <option value={kept}>Keep them, because others read them</option>
        </SelectField>
      )}
      {data.views > 0 && (
        <p className="text-sm/[18px] text-ink-3">
          {countOf(data.views, "saved view")} and their choices of alerts are theirs alone. Nobody else sees them.
        </p>
      )}
    </div>
  );
}

type Row = { kind: Kind; label: string; nobody: string; lines: { key: string; text: string }[]; note?: string };

/** One row for each kind of which there is something. */
function rowsOf({ actions, hours, tokens, alerts }: LeftBehind): Row[] {
  const rows: (Row & { count: number })[] = [
    {
      ...{ kind: "actions", count: actions.length, nobody: "Nobody: not sent" },
      label: countOf(actions.length, "scheduled action"),
      lines: actions.map(({ id, action, campaign, local, zone }) => ({
        key: id,
        text: `${plannableNames[action]} ${campaign}, ${local.replace("T", " ")} ${zone}`,
      })),
    },
    {
      ...{ kind: "hours", count: hours.length, nobody: "Nobody: switched off, so they call at all hours" },
      label: `Calling hours of ${countOf(hours.length, "campaign")}`,
      lines: hours.map(({ campaign_id, campaign }) => ({ key: campaign_id, text: campaign })),
    },
    {
      ...{ kind: "tokens", count: tokens.length, nobody: "Nobody: revoked" },
      label: countOf(tokens.length, "token"),
      lines: tokens.map(({ id, name }) => ({ key: id, text: name })),
      note: "Whoever has copied it can go on using it. Make a new one soon, and revoke this one.",
    },
    {
      ...{ kind: "alerts", count: alerts, nobody: "Nobody: open again", lines: [] },
      label: countOf(alerts, "acknowledged alert"),
    },
  ];
  return rows.filter(({ count }) => count > 0);
}
