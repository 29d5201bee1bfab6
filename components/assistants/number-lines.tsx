import Link from "next/link";
import { PhoneNumber as PhoneText } from "@/components/record/phone-number";
import { numberKeys } from "@/lib/client/number-keys";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { asSent } from "@/lib/format/format-raw";
import type { PatchLines } from "./patch-lines";

export function NumberLines({ id, lines }: { id: string; lines: PatchLines }) {
  const { shown, more } = lines;
  const keys = numberKeys(shown);
  if (shown.length === 0) return <span />;
  return (
    <ul>
      {shown.map((number) => (
        <li key={keys.get(number)}>
          <span className="line-n">
            <Link href={`/phone-numbers?${new URLSearchParams({ number: number.id || number.phone_number || "" })}`}>
              <PhoneText number={number.phone_number || number.id} />
            </Link>
            <small className="trunc">{lineWords(number)}</small>
          </span>
          <span className={number.status === "active" ? "pj" : "pj off"} />
        </li>
      ))}
      {more > 0 && (
        <li>
          <span className="line-n">
            <Link className="link" href={`/phone-numbers?${new URLSearchParams({ assistant: id })}`}>
              and {more.toLocaleString("en-US")} more
            </Link>
          </span>
          <span className="pj" />
        </li>
      )}
    </ul>
  );
}

const lineWords = ({ friendly_name, status }: PhoneNumber) =>
  [friendly_name, status === undefined ? "status not sent" : asSent(status)].filter(Boolean).join(", ");
