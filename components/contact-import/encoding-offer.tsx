"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { EncodingSample } from "@/lib/contacts/engine";
import { type Encoding, encodingNames } from "@/lib/contacts/plan";

type EncodingOfferProps = {
  /** The likeliest first. */
  encodings: readonly EncodingSample[];
  /** The encoding that the file is read in; undefined where it is read in none yet. */
  now: Encoding | undefined;
  onTake: (encoding: Encoding) => void;
};

/** The same lines in one encoding after the other: only a person can tell whether the names are right. */
export function EncodingOffer({ encodings, now, onTake }: EncodingOfferProps) {
  const [at, setAt] = useState(() =>
    Math.max(
      encodings.findIndex(({ encoding }) => encoding === now),
      0,
    ),
  );
  const shown = encodings[at];
  if (!shown) return <p className="note">No encoding that is known reads this file. Save it as CSV UTF-8.</p>;
  const name = encodingNames[shown.encoding];
  const isTaken = shown.encoding === now;
  return (
    <div className="cf-offer">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="cf-look" aria-label={`As ${name}`} tabIndex={0}>
        <table className="tbl compact">
          <caption>
            {isTaken ? `Read as ${name}.` : `These lines, read as ${name}.`} Are the marked letters right?
          </caption>
          <thead>
            <tr>
              <th scope="col" className="fit num">
                Row
              </th>
              <th scope="col">Text</th>
            </tr>
          </thead>
          <tbody>
            {shown.lines.map(({ row, text }) => (
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
      <div className="cf-offer-act">
        {!isTaken && (
          <Button variant="primary" onClick={() => onTake(shown.encoding)}>
            Read it as {name}
          </Button>
        )}
        {encodings.length > 1 && (
          <Button onClick={() => setAt((at + 1) % encodings.length)}>These letters are wrong</Button>
        )}
      </div>
    </div>
  );
}

function Marked({ text }: { text: string }) {
  const parts = [...text.matchAll(/[^\u0080-\uffff]+|[\u0080-\uffff]+/g)];
  return parts.map(({ 0: part, index }) => (part > "\u007f" ? <mark key={index}>{part}</mark> : part));
}
