import { expect, type Page } from "@playwright/test";

/**
 * Counts clicks and keys from now on. Text typed into one field is one press, including the click into it. The choice in the
 * browser's own file dialog is none. Call it before the first `goto`.
 */
export async function countPresses(page: Page) {
  await page.addInitScript(count);
  return {
    /** Counts from zero again. */
    reset: () => page.evaluate(() => sessionStorage.removeItem("presses")),
    /** Fails with the list of presses if there were more. */
    atMost: async (most: number) => {
      const pressed = await page.evaluate(() => JSON.parse(sessionStorage.getItem("presses") ?? "[]") as string[]);
      expect(pressed.length, pressed.join("\n")).toBeLessThanOrEqual(most);
    },
  };
}

// Runs in the page, without this module.
function count() {
  let typedInto: EventTarget | null = null;
  const isField = (target: EventTarget | null) =>
    target instanceof HTMLElement &&
    target.matches(
      "textarea, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=button], [type=file])",
    );
  const add = (how: string, target: EventTarget | null) => {
    const pressed: string[] = JSON.parse(sessionStorage.getItem("presses") ?? "[]");
    const on = target instanceof Element ? (target.textContent || target.outerHTML).slice(0, 60) : "";
    sessionStorage.setItem("presses", JSON.stringify([...pressed, `${how} ${on}`]));
  };
  // On the document, because Playwright's own window listener cancels a press that hits another element and repeats it.
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
    (event) => {
      const { target } = event;
      const isPaste = event instanceof InputEvent && event.inputType === "insertFromPaste";
      if (isPaste || !isField(target) || target === typedInto) return;
      typedInto = target;
      add("typed into", target);
    },
    true,
  );
}
