/** Line breaks and field separators in a cell, including FileMaker's vertical tab and the separators of mainframes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matched on purpose
export const lineBreaks = /[\t\n\v\f\r\u001c-\u001f\u0085\u2028\u2029]+/g;
