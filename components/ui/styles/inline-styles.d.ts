/** The built style sheet as a text, for tests. */
declare module "*.css?inline" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: Vite names it so.
  export default text;
}
