/** Characters that turn the text around them, or show nothing: a name that holds some must not pass for another. */
const controls = /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}\ufeff]/gu;

/** A text with its control characters as code points, "[U+202E]"; lines and tabs stay. For showing, never for sending. */
export const visibleControls = (text: string) =>
  text.replace(controls, (control) => `[U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`);
