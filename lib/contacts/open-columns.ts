import type { Preview } from "./engine";
import type { Rules } from "./plan";

/** Columns of which somebody must still say who may be called. */
export function openColumns({ consent }: Pick<Preview, "consent">, { only }: Pick<Rules, "only">): number[] {
  const unruled = consent.filter(({ column }) => !only.some((rule) => rule.column === column));
  const undecided = only.filter(({ values }) => values?.length === 0);
  return [...unruled, ...undecided].map(({ column }) => column);
}
