import type { InputOf, Operation, OutputOf } from "./operation";

/** An operation with the function that carries it out: how the local platform and the console answer. */
export type Implemented<Context> = {
  op: Operation;
  run: (input: Record<string, unknown>, context: Context) => Promise<unknown>;
};

/** Pairs an operation with its handler; the handler's argument and answer are the operation's own types. */
export function implementIn<Context>() {
  return <Op extends Operation>(
    op: Op,
    run: (input: InputOf<Op>, context: Context) => Promise<OutputOf<Op>>,
  ): Implemented<Context> => ({ op, run: (input, context) => run(op.input.parse(input) as InputOf<Op>, context) });
}
