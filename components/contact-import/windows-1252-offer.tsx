"use client";

import { Button } from "@/components/ui/button";

type Windows1252OfferProps = {
  lines: readonly { row: number; text: string }[];
  onTake: (() => void) | undefined;
};

/** How the lines that are no text in the tried encoding would read: a person can tell whether the names are right. */
export function Windows1252Offer({ lines, onTake }: Windows1252OfferProps) {
  return (
    <div className="cf-offer">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="cf-look" aria-label="As Windows-1252" tabIndex={0}>
        <table className="tbl compact">
          <caption>These lines, read as Windows-1252. Are the marked letters right?</caption>
          <thead>
            <tr>
              <th scope="col" className="fit num">
                Row
              </th>
              <th scope="col">Text</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ row, text }) => (
              <tr key={row}>
                <th scope="row" className="fit num faint">
                  {row.toLocaleString("en-US")}
                </th>
                <td title={text}>
                  <Marked text={text} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {onTake && (
        <Button variant="primary" onClick={onTake}>
          Read it as Windows-1252
        </Button>
      )}
    </div>
  );
}

function Marked({ text }: { text: string }) {
  const parts = [...text.matchAll(/[^\u0080-\uffff]+|[\u0080-\uffff]+/g)];
  return parts.map(({ 0: part, index }) => (part > "\u007f" ? <mark key={index}>{part}</mark> : part));
}
