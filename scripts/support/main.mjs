/** Runs a command; what it answers is the exit code, and what it throws is a sentence for the person at the screen. */
export async function main(command) {
  try {
    process.exit((await command()) ?? 0);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
