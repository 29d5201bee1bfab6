"use client";

import { useEffect, useMemo, useReducer } from "react";
import type { ContactEngine } from "@/lib/contacts/engine";
import type { Group } from "@/lib/contacts/validate/row-status";
import { createRowPages, type RowPages } from "./row-pages";

export type RowsInput = {
  engine: ContactEngine;
  group: Group | "all";
  text: string;
  /** Changes when the listing itself must be made again, because other rows belong to it. */
  edition: number;
  /** Changes when the same rows must be read again. */
  revision: number;
};

export function useRows({ engine, group, text, edition, revision }: RowsInput): RowPages {
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0);
  const pages = useMemo(() => createRowPages(engine, redraw), [engine]);

  useEffect(() => {
    if (edition >= 0) pages.list({ group, text });
  }, [pages, group, text, edition]);

  useEffect(() => {
    if (revision >= 0) pages.refresh();
  }, [pages, revision]);

  return pages;
}
