import type { Page } from "@playwright/test";

/** How translators treat a text node: Chrome puts a <font> in its place, others move the node into an element. */
export type TranslationManner = "replace" | "move";

/** Translates a page as browsers do: all text now, and later text as it appears. Each text is marked with "~". */
export const translatePage = (page: Page, manner: TranslationManner) => page.evaluate(translate, manner);

function translate(manner: TranslationManner) {
  const isText = (node: Node): node is Text => node instanceof Text && node.data.trim() !== "";
  const isDone = (node: Node) => node.parentElement?.closest("font, script, style, svg, [translate=no]") !== null;
  const translateText = (text: Text) => {
    const font = document.createElement("font");
    if (manner === "move") {
      text.replaceWith(font);
      font.append(text);
      return;
    }
    const inner = font.appendChild(document.createElement("font"));
    inner.append(`~${text.data}`);
    text.replaceWith(font);
  };
  const translateWithin = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = isText(root) ? [root] : [];
    while (walker.nextNode()) if (isText(walker.currentNode)) texts.push(walker.currentNode);
    for (const text of texts) if (text.isConnected && !isDone(text)) translateText(text);
  };
  translateWithin(document.body);
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) for (const node of [target, ...addedNodes]) translateWithin(node);
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}
