import { useEffect, useState } from "react";
import type { ContactEngine, CountryChoice } from "@/lib/contacts/engine";
import { type StartedEngine, startEngine } from "@/lib/contacts/start-engine";

type EngineState = {
  engine: ContactEngine | undefined;
  countries: readonly CountryChoice[];
  /** Why the engine could not start; undefined while it works. */
  failure: string | undefined;
};

const noEngine: EngineState = { engine: undefined, countries: [], failure: undefined };

/** One engine per open page or dialog. Its worker starts before a file is chosen. */
export function useEngine(): EngineState {
  const [state, setState] = useState(noEngine);

  useEffect(() => {
    let started: StartedEngine | undefined;
    let isUnmounted = false;
    const fail = (error: unknown) => !isUnmounted && setState({ ...noEngine, failure: errorMessage(error) });
    try {
      const engine = startEngine();
      started = engine;
      setState({ ...noEngine, engine });
      engine.countries().then((countries) => !isUnmounted && setState({ engine, countries, failure: undefined }), fail);
    } catch (error) {
      fail(error);
    }
    return () => {
      isUnmounted = true;
      started?.end();
    };
  }, []);

  return state;
}

const errorMessage = (error: unknown) =>
  error instanceof Error && error.name === "Problem"
    ? error.message
    : "This browser cannot read files in the background. Try another browser.";
