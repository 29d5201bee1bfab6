/** A link in a text. */
export const linkClass =
  "text-cord underline decoration-cord/35 decoration-1 underline-offset-3 hover:decoration-cord print:text-inherit print:no-underline";

/** A button that reads as a link in a text. */
export const linkButtonClass = `inline-block min-h-6 min-w-6 [text-align:inherit] ${linkClass}`;
