import { encode } from "uqr";

/** Modules of white space that readers need around the code. */
const border = 4;

/**
 * A QR code as one path, because the policy of the pages allows no styles and no data URLs. Its colors are attributes, because
 * readers need black on white in every theme, in forced colors and on paper.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border });
  return (
    <svg
      className="size-[188px] rounded-2 [shape-rendering:crispEdges]"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
    >
      <rect width={size} height={size} fill="#fff" />
      <path fill="#000" d={pathOf(data)} />
    </svg>
  );
}

/** A rectangle for each run of black modules in a row. */
const pathOf = (rows: readonly (readonly boolean[])[]) =>
  rows
    .flatMap((row, y) =>
      [
        ...row
          .map((isBlack) => (isBlack ? "1" : "0"))
          .join("")
          .matchAll(/1+/g),
      ].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
    )
    .join("");
