/** A press this long ago did not open what is loading now. */
const recentMs = 1_000;

let pressed: { control: Element; atMs: number } | undefined;

if (typeof document !== "undefined") {
  document.addEventListener("click", ({ target }) => keep(target), true);
  document.addEventListener("keydown", ({ key, target }) => key === "Enter" && keep(target), true);
}

function keep(target: EventTarget | null) {
  const control = target instanceof Element ? controlOf(target) : null;
  pressed = control ? { control, atMs: performance.now() } : undefined;
}

/** A menu closes with the press of its item. Its button stays. */
function controlOf(target: Element) {
  const menu = target.closest("[role=menu]");
  return menu
    ? document.querySelector(`[aria-controls="${menu.id}"]`)
    : target.closest("button, a, summary, tr[data-opens]");
}

/** Shows on the control pressed just now that its press was noticed. Returns the function that ends it. */
export function markPressed(): () => void {
  if (!pressed || performance.now() - pressed.atMs > recentMs) return () => undefined;
  const { control } = pressed;
  control.setAttribute("data-opening", "");
  return () => control.removeAttribute("data-opening");
}
