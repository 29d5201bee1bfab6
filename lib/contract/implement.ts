import { type InputOf, inputOf } from "./inputs";
import type { Operation, OutputOf } from "./operation";

/** An operation with its handler, as the local platform and the console implement it. */
export type Implemented<Context> = {
  op: Operation;
  run: (input: Record<string, unknown>, context: Context) => Promise<unknown>;
};

/** Pairs an operation with its typed handler and parses the handler's input. */
export function implementIn<Context>() {
  return <Op extends Operation>(
    op: Op,
    run: (input: InputOf<Op>, context: Context) => Promise<OutputOf<Op>>,
  ): Implemented<Context> => ({ op, run: (input, context) => run(inputOf(op).parse(input) as InputOf<Op>, context) });
}
