import { useEffect } from "react";

const longest = 120;

/** The window's title begins with what its page is about, once that is known: tabs and the history are told apart by it. */
export function useWindowTitle(name: string | undefined) {
  useEffect(() => {
    if (!name) return;
    // Spaces as a title has them, or what was put would never be found there.
    const lead = `${name.replace(/\s+/g, " ").trim().slice(0, longest)} · `;
    const put = () => {
      if (!document.title.startsWith(lead)) document.title = lead + document.title;
    };
    put();
    // Next gives a page its title after the page itself came.
    const titles = new MutationObserver(put);
    titles.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      titles.disconnect();
      if (document.title.startsWith(lead)) document.title = document.title.slice(lead.length);
    };
  }, [name]);
}
