import { startLine } from "./line";
import { percentile } from "./numbers";
import { compared } from "./table";

const read = "/v1/integrations/server-credentials";
const opensAfter = 5;

/** What an answer costs while the platform is dead and left to rest, beside an answer of the living one. */
export async function dead() {
  const { ours, load, upstream } = await startLine();
  const ask = (ms: number) => load.ask("oneByOne", { ...ours.to(read), ms, pauseMs: 15 });
  await ask(1000);
  const well = await ask(2500);
  await upstream.stop();
  const { origin, path, headers } = ours.to(read);
  for (let tries = 0; tries < opensAfter; tries += 1) await (await fetch(origin + path, { headers })).text();
  const resting = await ask(7000);
  if (well.status !== 200 || resting.status < 500)
    throw new Error(`The platform answered ${well.status} alive and ${resting.status} dead.`);

  const row = (percent: number, target: string) => {
    const [yardstick, ours] = [percentile(well.timesMs, percent), percentile(resting.timesMs, percent)];
    return compared(`an answer, p${percent}`, { yardstick, ours, unit: "ms", digits: 1 }, target);
  };
  return [row(50, "≤ 50 ms"), row(95, "≤ 50 ms"), row(100, "")];
}
