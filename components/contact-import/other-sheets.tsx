"use client";

import { Button } from "@/components/ui/button";
import type { Book } from "@/lib/contacts/engine";
import { listWords, otherLists } from "./file-words";

const mostShown = 5;

/** Sheets that hold a list too, each one press away. The others are in the select of all sheets. */
export function OtherSheets({ book, onSheet }: { book: Book; onSheet: (sheet: number) => void }) {
  const lists = otherLists(book);
  if (lists.length === 0) return false;
  const more = lists.length - mostShown;
  return (
    <section className="cf-sheets" aria-label="Other lists in this workbook">
      <span className="note">
        {lists.length === 1 ? "1 other sheet holds a list:" : `${lists.length} other sheets hold lists:`}
      </span>
      {lists.slice(0, mostShown).map((at) => (
        <Button key={at} size="small" onClick={() => onSheet(at)}>
          <span className="vh">Read </span>
          {listWords(book.sheets[at], at)}
        </Button>
      ))}
      {more > 0 && <span className="note">and {more} more under Sheet.</span>}
    </section>
  );
}
