import { RowSteps } from "@/components/data-table/row-steps";
import { useAssistantName } from "@/components/query/assistant-name";
import type { useAllNumbers } from "@/components/query/use-all-numbers";
import { DriftNotice } from "@/components/record/drift-notice";
import { Money } from "@/components/record/money";
import { Notes } from "@/components/record/notes";
import { PhoneNumber as PhoneText } from "@/components/record/phone-number";
import { RecentChanges } from "@/components/record/recent-changes";
import { useStatusFor } from "@/components/record/record-value";
import { RecordView } from "@/components/record/record-view";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { linkClass } from "@/components/ui/buttons/button-class";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { TextLink } from "@/components/ui/buttons/link";
import { Drawer } from "@/components/ui/overlay/drawer";
import { KvList } from "@/components/ui/page/kv-list";
import { Shown } from "@/components/ui/page/shown";
import { Skeleton } from "@/components/ui/page/skeleton";
import { StateMessage } from "@/components/ui/page/state-message";
import type { Answer } from "@/lib/client/answer";
import { type listPhoneNumbers, type PhoneNumber, phoneNumber } from "@/lib/contract/api/phone-numbers";
import type { Drift } from "@/lib/contract/drift";
import { rowsIn } from "@/lib/contract/fields";
import { idToPath } from "@/lib/contract/identifier";
import type { OutputOf } from "@/lib/contract/operation";
import { parseAnswer } from "@/lib/contract/parse-answer";
import { visibleControls } from "@/lib/format/format-raw";
import { textIn } from "@/lib/format/json";
import { NumberStatus, nameOf } from "./number-columns";
import type { NumberSlice } from "./number-page";

type NumberDrawerProps = {
  id: string;
  all: ReturnType<typeof useAllNumbers>;
  slice: NumberSlice;
  keys: ReadonlyMap<PhoneNumber, string>;
  onClose: () => void;
};

/** Full record from the list, because the API cannot return a single number. */
export function NumberDrawer({ id, all, slice, keys, onClose }: NumberDrawerProps) {
  const url = useUrlState();
  const loaded = [...keys.keys()];
  const number = loaded.find((row) => keys.get(row) === id) ?? loaded.find(({ phone_number }) => phone_number === id);
  const ids = slice.rows.map((row) => keys.get(row) ?? "");
  const index = ids.indexOf(id);

  return (
    <Drawer
      label="Phone number"
      onClose={onClose}
      position={index >= 0 && `${slice.first + index}${slice.total === undefined ? "" : ` of ${slice.total}`}`}
      tools={<RowSteps ids={ids} index={index} onStep={(next) => url.set({ number: next }, { replaces: true })} />}
    >
      {number ? <NumberRecord number={number} all={all} /> : <NumberNotFound id={id} all={all} />}
    </Drawer>
  );
}

function NumberRecord({ number, all }: { number: PhoneNumber; all: NumberDrawerProps["all"] }) {
  const statusFor = useStatusFor("phone-numbers");
  const { record, drift } = sentNumber(all.answers, number);
  return (
    <>
      <NumberHead number={number} />
      {drift.length > 0 && (
        <section>
          <DriftNotice drift={drift} />
        </section>
      )}
      <section>
        <h3>Costs</h3>
        <KvList entries={costsIn(number)} />
      </section>
      <section className="px-0">
        <details>
          <summary className={`mx-(--gutter) ${linkClass}`}>All fields as sent</summary>
          <RecordView
            value={record}
            label="Phone number"
            linkFor={(value, key) =>
              key === "assistant_id"
                ? { href: `/assistants/${idToPath(value)}`, label: "Open the assistant" }
                : undefined
            }
            statusFor={statusFor}
          />
        </details>
      </section>
      {number.id && <Notes resource="phone-numbers" id={number.id} isPlain />}
      {number.id && <RecentChanges resource="phone-numbers" id={number.id} isPlain />}
      <section>
        <p className="text-sm/[17px] text-ink-3">Buy, change and release numbers on the platform itself.</p>
      </section>
    </>
  );
}

/** In words, because the fields' names say neither the currency nor what the base is. */
function costsIn(number: PhoneNumber) {
  const { localized_currency: currency } = number;
  return [
    [
      "Monthly",
      <Cost key="month" local={number.localized_monthly_cost} base={number.monthly_cost} {...{ currency }} />,
    ],
    [
      "Per minute",
      <Cost
        key="minute"
        local={number.localized_cost_per_minute}
        base={number.cost_per_minute}
        {...{ currency }}
        isRate
      />,
    ],
  ] as const;
}

type Amount = string | null | undefined;
type CostProps = { local: Amount; base: Amount; currency: Amount; isRate?: boolean };

function Cost({ local, base, currency, isRate = false }: CostProps) {
  const unit = isRate ? "a minute" : "a month";
  return (
    <>
      {local ? (
        <>
          <Money amount={local} currency={currency} isRate={isRate} /> {unit}
          {!currency && <span className="text-ink-3">, no currency is given</span>}
        </>
      ) : (
        <Shown value={local} />
      )}
      {base && (
        <span className="block text-ink-3">
          <Money amount={base} isRate={isRate} /> {unit} in the platform’s base currency
        </span>
      )}
    </>
  );
}

function NumberNotFound({ id, all }: { id: string; all: NumberDrawerProps["all"] }) {
  if (all.shown.isPending || all.isLoadingMore) {
    return (
      <section>
        <Skeleton label="Loading the number" />
      </section>
    );
  }
  return (
    <section>
      <StateMessage kind="not-found" heading="No number with this ID">
        <p>
          {all.isAll
            ? "This organization owns no number with this ID."
            : "It is not on the pages loaded so far, and the platform cannot show a single number."}
        </p>
        <CopyId id={id} whole />
      </StateMessage>
    </section>
  );
}

type NumbersAnswer = Pick<Answer<OutputOf<typeof listPhoneNumbers>>, "raw" | "value">;

function sentNumber(answers: readonly NumbersAnswer[], number: PhoneNumber): { record: unknown; drift: Drift[] } {
  const answer = answers.find(({ value }) => value.items.includes(number));
  if (!answer) return { record: number, drift: [] };
  const record = rowsIn(answer.raw)[answer.value.items.indexOf(number)];
  return { record, drift: parseAnswer(phoneNumber, record)?.drift ?? [] };
}

function NumberHead({ number }: { number: PhoneNumber }) {
  const { status, friendly_name, assistant_id } = number;
  return (
    <section>
      <NumberStatus word={status} pill />
      <h2 className="mt-2">
        <PhoneText number={nameOf(number)} copyable />
      </h2>
      {textIn(friendly_name) && <p className="text-ink-2">{visibleControls(friendly_name ?? "")}</p>}
      <p className="mt-1.5">
        {assistant_id ? (
          <AssistantLink id={assistant_id} />
        ) : (
          <span className="text-ink-3">No assistant is attached to this number.</span>
        )}
      </p>
    </section>
  );
}

function AssistantLink({ id }: { id: string }) {
  const name = useAssistantName(id);
  return (
    <>
      <span className="text-ink-3">Attached to </span>
      <TextLink href={`/assistants/${idToPath(id)}`}>{name ?? <code>{id}</code>}</TextLink>
    </>
  );
}
