import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useState,
} from "react";
import { useMounted } from "./use-mounted";

type LoadedModule<Props> = { default: ComponentType<Props> };

/** True in a render without a browser that must show loaded code instead of placeholders. */
export const ShowLoaded = createContext(false);

const loads = new Set<() => Promise<unknown>>();

export async function loadDeferred() {
  for (const load of loads) await load();
}

/**
 * A component whose code loads on first render, or earlier by `load`. If already loaded it renders at once, without
 * Suspense, whose throttled reveal would delay it.
 */
export function deferred<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  placeholder: (props: Props) => ReactNode = () => null,
) {
  let fetched: ComponentType<Props> | undefined;
  let lazyComponent = lazy(load);

  async function load(): Promise<LoadedModule<Props>> {
    try {
      fetched ??= await fetch();
      return { default: fetched };
    } catch (error) {
      // Retry a failed import on the next load.
      lazyComponent = lazy(load);
      throw error;
    }
  }

  function Deferred(props: Props) {
    // If hydrated late, it could see data that the server render did not have.
    const isMounted = useMounted();
    const showsLoaded = useContext(ShowLoaded) && fetched !== undefined;
    const [Component] = useState<ComponentType<Props> | typeof lazyComponent>(() => fetched ?? lazyComponent);
    if (!isMounted && !showsLoaded) return placeholder(props);
    return (
      <Suspense fallback={placeholder(props)}>
        <Component {...props} />
      </Suspense>
    );
  }

  loads.add(load);
  return Object.assign(Deferred, { load });
}

const idleMs = 1_000;

/** Preloads code for a later click, shortly after the page has loaded. */
export function useAtRest(load: (() => Promise<unknown>) | undefined) {
  useEffect(() => {
    if (!load) return;
    const timer = setTimeout(() => void load().catch(noop), idleMs);
    return () => clearTimeout(timer);
  }, [load]);
}

/** A failed preload is retried when the code is needed. */
const noop = () => undefined;
