import { Lamp } from "@/components/ui/status-icon";
import type { RowView } from "@/lib/contacts/engine";
import { becomesOf, readingOfRow } from "./row-words";

/** What becomes of a row, by itself and not in a column of a grid. */
export function BecomesText({ row }: { row: RowView }) {
  const { kind, text } = becomesOf(row);
  const look = kind === "words" ? "dim" : kind === "suggestion" ? "sug" : "sug sent";
  return (
    <span className="sug-l">
      <Lamp reading={readingOfRow(row)} tinted />
      <span className={`trunc ${look}`} title={text}>
        {text}
      </span>
    </span>
  );
}
