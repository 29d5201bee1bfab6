/** What parts a cell's lines or fields: line feeds and tabs, FileMaker's vertical tab, mainframes' separators and next line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const lineBreaks = /[\t\n\v\f\r\u001c-\u001f\u0085\u2028\u2029]+/g;
