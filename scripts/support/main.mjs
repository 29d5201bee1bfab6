/** Runs a command; what it answers is the exit code, and what it throws is a sentence for the person at the screen. */
export async function main(command, { takesOptions = true } = {}) {
  if (!takesOptions && process.argv.length > 2) {
    console.error("This command takes no options. Its settings, such as PORT, are variables: see README.md.");
    process.exit(64);
  }
  try {
    process.exit((await command()) ?? 0);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
