import type { LocalListSpec } from "@/components/list/list-spec";
import { countOptions } from "@/components/ui/fields/count-options";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { holdsText } from "@/lib/format/comparable-text";
import { shortenId } from "@/lib/format/format-raw";

export const noAssistant = "(none)";

export const assistantOf = ({ assistant_id }: PhoneNumber) => assistant_id || noAssistant;

export const numberList: LocalListSpec<PhoneNumber> = {
  ...{ page: "numbers", nouns: ["number", "numbers"], transient: ["page", "number"] },
  filters: [
    { kind: "search", param: "text", label: "Number or name", longest: 300, matches: hasText },
    {
      ...{ kind: "choice", param: "status", label: "Status", token: "status" },
      optionsOf: (numbers) => countOptions(numbers, ({ status }) => status),
      matches: ({ status }, value) => status === value,
    },
    {
      ...{ kind: "choice", param: "country", label: "Country", token: "country" },
      optionsOf: (numbers) => countOptions(numbers, ({ country_code }) => country_code),
      matches: ({ country_code }, value) => country_code === value,
    },
    {
      ...{ kind: "choice", param: "direction", label: "Direction" },
      optionsOf: (numbers) => countOptions(numbers, ({ direction }) => direction),
      matches: ({ direction }, value) => direction === value,
    },
    {
      ...{ kind: "choice", param: "assistant", label: "Assistant" },
      optionsOf: (numbers) => countOptions(numbers, assistantOf, assistantLabel),
      labelOf: assistantLabel,
      matches: (number, value) => assistantOf(number) === value,
    },
  ],
};

function assistantLabel(id: string) {
  return id === noAssistant ? "None attached" : shortenId(id);
}

/** Spaces and punctuation between digits are ignored. */
function hasText({ phone_number, friendly_name, id }: PhoneNumber, text: string) {
  const digits = /^[+\d\s().-]+$/.test(text) ? text.replace(/[\s().-]/g, "") : undefined;
  if (digits && phone_number?.includes(digits)) return true;
  return [phone_number, friendly_name, id].some((value) => holdsText(value, text));
}
