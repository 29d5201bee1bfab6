import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { Rewrite } from "./rewrite-list";

/** Rows that each have their own suggestion: three of them before and after, and one press for all. */
export function SuggestionBox({ rewrite, onApply }: { rewrite: Rewrite; onApply: () => void }) {
  const { count, words, suggestions = [] } = rewrite;
  return (
    <section className="sugs" aria-label={words}>
      <div>
        <p>{words}</p>
        <ul>
          {suggestions.map(({ row, phone, name, suggestion, verdict }) => (
            <li key={row} className="ba">
              <span className="ba-old">{verdict === "mojibake" ? name : phone}</span>
              <Icon name="right" small />
              <span className="vh">becomes</span>
              <span className="ba-new">{suggestion}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className="sugs-do">
        <Button variant="primary" icon="check" onClick={onApply}>
          {count === 1 ? "Use the suggestion" : `Use all ${count.toLocaleString("en-US")} suggestions`}
          <span className="vh">: {words}</span>
        </Button>
        <span className="note">{count === 1 ? "Undo takes it back" : "One undo takes all of them back"}</span>
      </div>
    </section>
  );
}
