import { type ParseArgsConfig, parseArgs } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;
export type ValuesOf<CommandOptions extends Options> = ReturnType<
  typeof parseArgs<{ options: CommandOptions; allowPositionals: true }>
>["values"];

type Command<CommandOptions extends Options, Input> = {
  usage: string;
  options: CommandOptions;
  /** Allows positional arguments. */
  takesWords?: boolean;
  /** Parses the command line. Throws if it is invalid. */
  read: (values: ValuesOf<CommandOptions>, words: readonly string[]) => Input | Promise<Input>;
  /** Resolves to the exit code. */
  run: (input: Awaited<Input>) => Promise<number>;
  /** The exit code if `run` throws. */
  failed: number;
  /** The message for an error of `run`. */
  describeError?: (error: unknown) => unknown;
};

const misused = 64;
const help = { help: { type: "boolean", short: "h", default: false } } as const;

/** Runs a command. --help prints the usage. An invalid command line prints the error and the usage, and exits with 64. */
export async function runCommand<const CommandOptions extends Options, Input>(command: Command<CommandOptions, Input>) {
  // A reader such as `head` can close the pipe early.
  process.stdout.on("error", () => process.exit());
  process.exitCode = await exitCodeOf(command);
}

async function exitCodeOf<CommandOptions extends Options, Input>(command: Command<CommandOptions, Input>) {
  const { usage, read, run, failed, describeError = messageOf } = command;
  let input: Awaited<Input>;
  try {
    const { isHelp, values, words } = parseCommandLine(command);
    if (isHelp) {
      console.log(usage);
      return 0;
    }
    input = await read(values, words);
  } catch (error) {
    console.error(`${messageOf(error)}\n${usage}`);
    return misused;
  }
  return run(input).catch((error: unknown) => {
    console.error(describeError(error));
    return failed;
  });
}

function parseCommandLine<CommandOptions extends Options>({
  options,
  takesWords = false,
}: {
  options: CommandOptions;
  takesWords?: boolean;
}) {
  const allOptions: Options = { ...options, ...help };
  const { values, positionals } = parseArgs({ options: allOptions, allowPositionals: takesWords });
  const { help: isHelp, ...rest } = values;
  // TypeScript cannot infer that the rest matches `options`.
  return { isHelp, values: rest as ValuesOf<CommandOptions>, words: positionals };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
