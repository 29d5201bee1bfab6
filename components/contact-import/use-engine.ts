"use client";

import { useEffect, useState } from "react";
import type { ContactEngine, CountryChoice } from "@/lib/contacts/engine";
import { type StartedEngine, startEngine } from "@/lib/contacts/start-engine";

export type EngineState = {
  engine: ContactEngine | undefined;
  countries: readonly CountryChoice[];
  /** Why this browser cannot read files here. */
  failure: string | undefined;
};

const noEngine: EngineState = { engine: undefined, countries: [], failure: undefined };

/** One engine for as long as the page is open: its thread is started before a file is chosen. */
export function useEngine(): EngineState {
  const [state, setState] = useState(noEngine);

  useEffect(() => {
    let started: StartedEngine | undefined;
    let hasLeft = false;
    const fail = (error: unknown) => !hasLeft && setState({ ...noEngine, failure: wordsOf(error) });
    try {
      const engine = startEngine();
      started = engine;
      setState({ ...noEngine, engine });
      engine.countries().then((countries) => !hasLeft && setState({ engine, countries, failure: undefined }), fail);
    } catch (error) {
      fail(error);
    }
    return () => {
      hasLeft = true;
      started?.end();
    };
  }, []);

  return state;
}

const wordsOf = (error: unknown) =>
  error instanceof Error && error.name === "Problem"
    ? error.message
    : "This browser does not let the page read files on a thread of its own. Try another browser.";
