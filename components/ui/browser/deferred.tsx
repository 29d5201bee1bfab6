"use client";

import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from "react";
import { useMounted } from "./use-mounted";

type Fetched<Props> = { default: ComponentType<Props> };

/**
 * A component that is fetched when it is first drawn, or before that by its `load`. One that is there already is drawn at
 * once; for what React had to wait for, it makes people wait longer, so that not everything appears piece by piece.
 */
export function deferred<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  meanwhile: (props: Props) => ReactNode = () => null,
) {
  let fetched: ComponentType<Props> | undefined;
  let awaited = lazy(load);

  async function load(): Promise<Fetched<Props>> {
    try {
      fetched ??= await fetch();
      return { default: fetched };
    } catch (error) {
      // What could not be fetched is asked for again.
      awaited = lazy(load);
      throw error;
    }
  }

  function Deferred(props: Props) {
    // Taken over later than the page around it, it could meet answers that the server had not.
    const isMounted = useMounted();
    const [Component] = useState<ComponentType<Props> | typeof awaited>(() => fetched ?? awaited);
    if (!isMounted) return meanwhile(props);
    return (
      <Suspense fallback={meanwhile(props)}>
        <Component {...props} />
      </Suspense>
    );
  }

  return Object.assign(Deferred, { load });
}

const restMs = 1_000;

/** Fetches what a press opens once the page is at rest, so that it is there by the time of the press. */
export function useAtRest(load: (() => Promise<unknown>) | undefined) {
  useEffect(() => {
    if (!load) return;
    const timer = setTimeout(() => void load().catch(() => undefined), restMs);
    return () => clearTimeout(timer);
  }, [load]);
}

/**
 * What a button opens over the page, fetched when somebody comes near the button and drawn once it is there. What cannot be
 * fetched opens nothing, and is asked for again at the next approach: the page around it stays as it is.
 */
export function useNear(load: () => Promise<unknown>, { isOpen, close }: { isOpen: boolean; close: () => void }) {
  const [isThere, setIsThere] = useState(false);
  const come = () => void load().then(() => setIsThere(true), nothing);
  const open = useEffectEvent(() => void load().then(() => setIsThere(true), close));
  useEffect(() => {
    if (isOpen) open();
  }, [isOpen]);
  return { isThere, come };
}

const nothing = () => undefined;
