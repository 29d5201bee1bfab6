/** Elements that a translation put in place of text nodes. React still refers to those text nodes. */
const translations = new WeakMap<Node, Element>();

/**
 * Lets React change pages that the browser translates. A translation moves each text node into an element, or replaces it by
 * one. React then removes, inserts before and updates nodes that are elsewhere, which would throw or show old text
 * (react#11538).
 */
export function surviveTranslation() {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this || !(child instanceof Text)) return removeChild.call(this, child) as Child;
    const shown = shownIn(this, child);
    if (shown) removeChild.call(this, shown);
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, node: Child, next: Node | null): Child {
    const shown = next instanceof Text && next.parentNode !== this ? shownIn(this, next) : next;
    return insertBefore.call(this, node, shown) as Child;
  };
  const updates = new MutationObserver((records) => {
    // A translator translates the restored text again.
    for (const { target } of records) if (!target.isConnected) translations.get(target)?.replaceWith(target);
  });
  const replacements = new MutationObserver((records) => {
    for (const record of records)
      for (const text of record.removedNodes) {
        const translation = text instanceof Text && !text.isConnected ? translationIn(record) : undefined;
        if (!translation) continue;
        translations.set(text, translation);
        updates.observe(text, { characterData: true });
      }
  });
  replacements.observe(document, { childList: true, subtree: true });
}

/** The child of `parent` that shows this text: the text itself, or the translation around it or in its place. */
function shownIn(parent: Node, text: Text): Node | null {
  let node: Node | null | undefined = text;
  while (node && node.parentNode !== parent) node = node.parentNode ?? translations.get(node);
  return node ?? null;
}

function translationIn({ addedNodes, previousSibling, nextSibling }: MutationRecord): Element | undefined {
  const neighbours = [...addedNodes, previousSibling, nextSibling];
  return neighbours.find((node) => node instanceof HTMLElement && node.localName === "font") as Element | undefined;
}
