import type { Page } from "@playwright/test";

/**
 * Counts what a person presses from now on: clicks, and keys that do something. Text typed into one field is one press,
 * the click into it included. Call it before the first `goto`.
 */
export async function countPresses(page: Page) {
  await page.addInitScript(count);
  return {
    made: () => page.evaluate(() => Number(sessionStorage.getItem("presses") ?? 0)),
    startOver: () => page.evaluate(() => sessionStorage.removeItem("presses")),
  };
}

// Runs in the page, where nothing of this module exists.
function count() {
  let typedInto: EventTarget | null = null;
  const isField = (target: EventTarget | null) =>
    target instanceof HTMLElement &&
    target.matches("textarea, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=button])");
  const add = () => sessionStorage.setItem("presses", String(Number(sessionStorage.getItem("presses") ?? 0) + 1));
  addEventListener("pointerdown", ({ target }) => isField(target) || add(), true);
  addEventListener(
    "keydown",
    ({ key, target, ctrlKey, metaKey }) => {
      if (["Shift", "Control", "Alt", "Meta"].includes(key)) return;
      if (!isField(target) || ctrlKey || metaKey || ["Enter", "Escape"].includes(key)) add();
    },
    true,
  );
  addEventListener(
    "input",
    ({ target }) => {
      if (!isField(target) || target === typedInto) return;
      typedInto = target;
      add();
    },
    true,
  );
}
