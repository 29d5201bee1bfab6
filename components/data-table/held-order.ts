import { useState } from "react";

type Identified = { id: string };

/**
 * Rows in the order in which they were first shown while `isRead` is true, so that none moves under the pointer. Another `scope`,
 * such as another sorting, orders them anew.
 */
export function useHeldOrder<Row extends Identified>(rows: readonly Row[], scope: string, isRead: () => boolean) {
  const [shown, setShown] = useState({ scope, from: rows, rows });
  if (rows === shown.from && scope === shown.scope) return shown.rows;
  const next = scope === shown.scope && isRead() ? inOrderOf(shown.rows, rows) : rows;
  setShown({ scope, from: rows, rows: next });
  return next;
}

/** Rows that were there before keep their order. New ones come last. */
export function inOrderOf<Row extends Identified>(before: readonly Identified[], rows: readonly Row[]): readonly Row[] {
  const places = new Map(before.map(({ id }, place) => [id, place]));
  const placeOf = ({ id }: Identified) => places.get(id) ?? before.length;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}
