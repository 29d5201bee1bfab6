import { binCount } from "@/lib/contacts/engine";
import { countWords } from "./file-words";

/** What the bars of the file map stand for. */
export function MapKey({ rows }: { rows: number }) {
  const perBar = Math.max(1, Math.ceil(rows / binCount));
  return (
    <div className="fmap-key">
      <span className="row">
        <svg width="10" height="10" aria-hidden="true">
          <rect className="fm-fix" width="10" height="10" />
        </svg>
        must be fixed
      </span>
      <span className="row">
        <svg width="10" height="10" aria-hidden="true">
          <MapHatch id="fm-key" />
          <rect className="fm-look" width="10" height="10" fill="url(#fm-key)" />
        </svg>
        worth a look
      </span>
      <span className="faint hide-s">Each bar is {countWords(perBar, "row")}. Press to jump there.</span>
    </div>
  );
}

export function MapHatch({ id }: { id: string }) {
  return (
    <pattern id={id} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect className="fm-hatch" width="2" height="4" />
    </pattern>
  );
}
