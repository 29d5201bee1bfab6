import {
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from "react";
import { LoadFault, LoadFaultContext } from "./load-fault";
import { useMounted } from "./use-mounted";

/** True in a render without a browser that must show loaded code instead of placeholders. */
export const ShowLoaded = createContext(false);

const loads = new Set<() => Promise<unknown>>();

export async function loadDeferred() {
  for (const load of loads) await load();
}

/**
 * A component whose code loads on first render, or earlier by `load`. Give `load` to the control that opens it. While the code
 * loads, the pressed control looks pressed. If it cannot be loaded, a component with `onClose` is closed again, and others say so
 * in their place. Without Suspense, whose throttled reveal would add 300 ms to a first press.
 */
export function deferred<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  placeholder: (props: Props) => ReactNode = () => null,
) {
  let fetched: ComponentType<Props> | undefined;

  async function load(): Promise<ComponentType<Props>> {
    fetched ??= await fetch();
    return fetched;
  }

  function Deferred(props: Props) {
    // If hydrated late, it could see data that the server render did not have.
    const isMounted = useMounted();
    const showsLoaded = useContext(ShowLoaded) && fetched !== undefined;
    const reportFault = useContext(LoadFaultContext);
    const [Component, setComponent] = useState<ComponentType<Props> | undefined>(() => fetched);
    const [hasFailed, setHasFailed] = useState(false);
    const fail = useEffectEvent(() => {
      if (!isClosable(props)) return setHasFailed(true);
      props.onClose();
      reportFault();
    });

    useLayoutEffect(() => {
      if (Component || hasFailed) return;
      let isCurrent = true;
      const release = markPressed();
      load().then(
        (loaded) => isCurrent && setComponent(() => loaded),
        () => isCurrent && fail(),
      );
      return () => {
        isCurrent = false;
        release();
      };
    }, [Component, hasFailed]);

    if (!isMounted && !showsLoaded) return placeholder(props);
    if (Component) return <Component {...props} />;
    return hasFailed ? <LoadFault onRetry={() => setHasFailed(false)} /> : placeholder(props);
  }

  loads.add(load);
  return Object.assign(Deferred, { load });
}

const isClosable = (props: object): props is { onClose: () => void } =>
  "onClose" in props && typeof props.onClose === "function";

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
function markPressed(): () => void {
  if (!pressed || performance.now() - pressed.atMs > recentMs) return () => undefined;
  const { control } = pressed;
  control.setAttribute("data-opening", "");
  return () => control.removeAttribute("data-opening");
}
