import { creditOf } from "@/components/record/money";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { fieldsOf } from "@/lib/contract/fields";
import { groupThousands } from "@/lib/format/decimal";
import { countOf } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { type AttentionItem, address, type Known, needKey } from "./attention-item";

export function suspendedItems({ numbers = [], toneOf, nameOf }: Known): AttentionItem[] {
  const barred = numbers.filter(({ status }) => toneOf("phone-numbers", "status", status) === "fault");
  return barred.map((number) => ({
    key: needKey("number", refOf(number), number.status),
    tone: "fault",
    subject: number.phone_number ?? number.id ?? "A number without an ID",
    isPhone: true,
    message: `is ${formatRaw(number.status)}.`,
    why: [number.friendly_name, attachedTo(number, nameOf)].filter(Boolean).join(" · "),
    at: number.updated_at ?? undefined,
    href: address("/phone-numbers", { number: refOf(number) }),
    link: "Open number",
  }));
}

export function planItems({ plan }: Known): AttentionItem[] {
  if (!plan) return [];
  const needs: AttentionItem[] = [];
  if (plan.is_allowed === false) {
    needs.push({
      key: needKey("plan not allowed", plan.current_count, plan.max_phone_numbers),
      tone: "wait",
      subject: "No other number",
      message: "may be bought.",
      why: `The plan counts ${plan.current_count ?? "an unknown number"} of ${plan.max_phone_numbers ?? "an unknown maximum"}`,
      href: "/phone-numbers",
      link: "Open numbers",
    });
  }
  const credit = creditOf(plan);
  if (credit.isComparable && credit.isShort) {
    const code = plan.localized_currency;
    needs.push({
      key: needKey("credit short"),
      tone: "wait",
      subject: `${groupThousands(credit.difference)} ${code}`,
      message: "is missing from the balance that another number needs.",
      why: `The balance is ${groupThousands(plan.localized_balance ?? "")} ${code}, required are ${groupThousands(fieldsOf(plan.pricing).min_credit_balance ?? "")} ${code}`,
      href: "/phone-numbers",
      link: "Open balance",
    });
  }
  return needs;
}

export function unattachedItems({ numbers = [] }: Known): AttentionItem[] {
  const loose = numbers.filter(({ status, assistant_id }) => status === "active" && !assistant_id);
  const [first] = loose;
  if (!first) return [];
  const isOne = loose.length === 1;
  return [
    {
      key: needKey("unattached", ...loose.map(refOf).sort()),
      tone: "wait",
      subject: isOne ? (first.phone_number ?? refOf(first)) : countOf(loose.length, "active number"),
      isPhone: isOne,
      message: isOne ? "is active and names no assistant." : "name no assistant.",
      why: isOne ? (first.friendly_name ?? "It has no name") : namesOf(loose),
      at: isOne ? (first.updated_at ?? undefined) : undefined,
      href: isOne
        ? address("/phone-numbers", { number: refOf(first) })
        : address("/phone-numbers", { status: "active", assistant: "(none)" }),
      link: isOne ? "Open number" : "Open numbers",
    },
  ];
}

const refOf = ({ id, phone_number }: PhoneNumber) => id ?? phone_number ?? "";

function attachedTo({ assistant_id }: PhoneNumber, nameOf: Known["nameOf"]) {
  if (!assistant_id) return "no assistant attached";
  return `attached to ${nameOf(assistant_id) ?? assistant_id}`;
}

function namesOf(numbers: readonly PhoneNumber[]) {
  const names = numbers.map(({ friendly_name, phone_number, id }) => friendly_name ?? phone_number ?? id ?? "unnamed");
  const rest = names.length - 3;
  return rest > 0 ? `${names.slice(0, 3).join(", ")} and ${rest} more` : names.join(", ");
}
