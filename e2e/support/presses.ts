import { expect, type Page } from "@playwright/test";

/**
 * Counts what a person presses from now on: clicks, and keys that do something. Text typed into one field is one press,
 * the click into it included. Call it before the first `goto`.
 */
export async function countPresses(page: Page) {
  await page.addInitScript(count);
  return {
    /** Fails when more was pressed, naming what. */
    atMost: async (most: number) => {
      const pressed = await page.evaluate(() => JSON.parse(sessionStorage.getItem("presses") ?? "[]") as string[]);
      expect(pressed.length, pressed.join("\n")).toBeLessThanOrEqual(most);
    },
  };
}

// Runs in the page, where nothing of this module exists.
function count() {
  let typedInto: EventTarget | null = null;
  const isField = (target: EventTarget | null) =>
    target instanceof HTMLElement &&
    target.matches("textarea, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=button])");
  const add = (how: string, target: EventTarget | null) => {
    const pressed: string[] = JSON.parse(sessionStorage.getItem("presses") ?? "[]");
    const on = target instanceof Element ? (target.textContent || target.outerHTML).slice(0, 60) : "";
    sessionStorage.setItem("presses", JSON.stringify([...pressed, `${how} ${on}`]));
  };
  // On the document, not the window: there Playwright withholds a press that met something else, and presses again.
  document.addEventListener("pointerdown", ({ target }) => isField(target) || add("pressed", target), true);
  document.addEventListener(
    "keydown",
    ({ key, target, ctrlKey, metaKey }) => {
      if (["Shift", "Control", "Alt", "Meta"].includes(key)) return;
      if (!isField(target) || ctrlKey || metaKey || ["Enter", "Escape"].includes(key)) add(key, target);
    },
    true,
  );
  document.addEventListener(
    "input",
    ({ target }) => {
      if (!isField(target) || target === typedInto) return;
      typedInto = target;
      add("typed into", target);
    },
    true,
  );
}
