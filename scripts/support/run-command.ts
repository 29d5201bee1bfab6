import { type ParseArgsConfig, parseArgs } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;
export type ValuesOf<Given extends Options> = ReturnType<
  typeof parseArgs<{ options: Given; allowPositionals: true }>
>["values"];

type Command<Given extends Options, Asked> = {
  usage: string;
  options: Given;
  /** Whether it takes words that are no options. */
  takesWords?: boolean;
  /** What the command line asks for. What this throws is what is wrong with that. */
  read: (values: ValuesOf<Given>, words: readonly string[]) => Asked | Promise<Asked>;
  /** Answers the exit code. */
  run: (asked: Awaited<Asked>) => Promise<number>;
  /** The exit code where that throws. */
  failed: number;
  /** What is said of it then. */
  said?: (error: unknown) => unknown;
};

const misused = 64;
const help = { help: { type: "boolean", short: "h", default: false } } as const;

/** Runs a command: --help prints its usage, and one that is not understood ends with 64, the fault and the usage. */
export async function runCommand<const Given extends Options, Asked>(command: Command<Given, Asked>) {
  // Who has seen enough closes the pipe: `npm run doctor | head`.
  process.stdout.on("error", () => process.exit());
  process.exitCode = await exitCodeOf(command);
}

async function exitCodeOf<Given extends Options, Asked>(command: Command<Given, Asked>) {
  const { usage, read, run, failed, said = messageOf } = command;
  let asked: Awaited<Asked>;
  try {
    const { isHelp, values, words } = parsed(command);
    if (isHelp) {
      console.log(usage);
      return 0;
    }
    asked = await read(values, words);
  } catch (error) {
    console.error(`${messageOf(error)}\n${usage}`);
    return misused;
  }
  return run(asked).catch((error: unknown) => {
    console.error(said(error));
    return failed;
  });
}

function parsed<Given extends Options>({ options, takesWords = false }: { options: Given; takesWords?: boolean }) {
  const every: Options = { ...options, ...help };
  const { values, positionals } = parseArgs({ options: every, allowPositionals: takesWords });
  const { help: isHelp, ...rest } = values;
  // TypeScript does not see that the rest is what was asked for.
  return { isHelp, values: rest as ValuesOf<Given>, words: positionals };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
