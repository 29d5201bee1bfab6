import { useEffect } from "react";

const longest = 120;

/** Prefixes the document title with the record's name, to tell tabs and history entries apart. */
export function useWindowTitle(name: string | undefined) {
  useEffect(() => {
    if (!name) return;
    // Collapse spaces as `document.title` does. Otherwise the prefix would never match.
    const prefix = `${name.replace(/\s+/g, " ").trim().slice(0, longest)} · `;
    const applyTitle = () => {
      if (!document.title.startsWith(prefix)) document.title = prefix + document.title;
    };
    applyTitle();
    // Next sets the title after the page has rendered.
    const titles = new MutationObserver(applyTitle);
    titles.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      titles.disconnect();
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
    };
  }, [name]);
}
