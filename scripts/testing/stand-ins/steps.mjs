import { main } from "../../support/main.mjs";
import { runSteps, succeed } from "../../support/run-steps.mjs";

const endless = [process.execPath, ["-e", "setInterval(() => {}, 1_000)"]];

main(() =>
  runSteps(
    [
      { name: "Quick", run: () => succeed([[process.execPath, ["-e", ""]]]) },
      { name: "Broken", run: () => succeed([[process.execPath, ["-e", "process.exit(1)"]]]) },
      { name: "Endless", run: () => succeed([endless]), needs: ["Quick"] },
      { name: "Barred", run: () => succeed([]), needs: ["Broken", "Endless"] },
    ],
    { slots: 2 },
  ),
);
