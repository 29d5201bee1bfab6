import { useUrlState } from "@/components/ui/browser/use-url-state";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";

/** Filters in the URL. Changing one returns to the first page. */
export function useNumberFilters() {
  const url = useUrlState();
  const filters: NumberFilters = {
    text: url.get("text"),
    status: url.get("status"),
    country: url.get("country"),
    direction: url.get("direction"),
    assistant: url.get("assistant"),
  };
  const change = (changes: NumberFilters) => url.set({ ...changes, page: undefined }, { replaces: "text" in changes });
  const clear = () => url.set(noFilters);
  return { filters, change, clear };
}

export const noFilters = {
  text: undefined,
  status: undefined,
  country: undefined,
  direction: undefined,
  assistant: undefined,
};

type NumberFilters = {
  text?: string | undefined;
  status?: string | undefined;
  country?: string | undefined;
  direction?: string | undefined;
  assistant?: string | undefined;
};

export const noAssistant = "(none)";

export const isFiltered = (filters: NumberFilters) => Object.values(filters).some((value) => value !== undefined);

/** Numbers that match all set filters. Spaces and punctuation between digits are ignored. */
export function filterNumbers(numbers: readonly PhoneNumber[], filters: NumberFilters): readonly PhoneNumber[] {
  if (!isFiltered(filters)) return numbers;
  const { text, status, country, direction, assistant } = filters;
  const searchText = text?.trim().toLowerCase() ?? "";
  const digits = /^[+\d\s().-]+$/.test(searchText) ? searchText.replace(/[\s().-]/g, "") : undefined;
  return numbers.filter(
    (number) =>
      (searchText === "" || hasText(number, searchText, digits)) &&
      (status === undefined || number.status === status) &&
      (country === undefined || number.country_code === country) &&
      (direction === undefined || number.direction === direction) &&
      (assistant === undefined || assistantOf(number) === assistant),
  );
}

export const assistantOf = ({ assistant_id }: PhoneNumber) => assistant_id || noAssistant;

function hasText({ phone_number, friendly_name, id }: PhoneNumber, searchText: string, digits: string | undefined) {
  if (digits && phone_number?.includes(digits)) return true;
  return [phone_number, friendly_name, id].some((value) => value?.toLowerCase().includes(searchText));
}
