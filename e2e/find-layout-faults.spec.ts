import { findLayoutFaults } from "./support/find-layout-faults";
import { expect, expectSound, test } from "./support/test";

const cut = "overflow: hidden; white-space: nowrap; width: 60px";
const words = "words that are longer than sixty pixels";

const faulty: [what: string, html: string, expected: RegExp][] = [
  ["a text cut without an ellipsis", `<p style="${cut}">${words}</p>`, /is cut by <p>/],
  ["an ellipsis without a title", `<p style="${cut}; text-overflow: ellipsis">${words}</p>`, /has no title/],
  ["a line clamp without a title", `<p class="clamp">${words} ${words} ${words}</p>`, /has no title/],
  [
    "an ellipsis that cannot stand within a button",
    `<p title="x" style="${cut}; text-overflow: ellipsis"><button class="nw">${words}</button></p>`,
    /<button.nw>.* is cut by <p>/,
  ],
  [
    "a text that runs out of its box",
    `<section style="width: 60px"><b class="nw">${words}</b></section>`,
    /runs .* out of/,
  ],
  ["a text cut in its height", `<div style="overflow: hidden; height: 8px">${words}</div>`, /is cut by <div>/],
  [
    "a button cut by its dialog",
    `<div class="dialog"><button class="nw">${words}</button></div>`,
    /is cut by <div.dialog>/,
  ],
  [
    "a button out of the window",
    `<button style="position: absolute; left: -30px">${words}</button>`,
    /leaves the window/,
  ],
  ["a link out of its box", `<section style="width: 60px"><a class="nw box" href="#">${words}</a></section>`, /out of/],
  ["a placeholder that is cut", `<input style="width: 60px" placeholder="${words}">`, /is cut by .* in <input>/],
  [
    "a choice that is cut",
    `<select style="width: 60px"><option>${words}</option></select>`,
    /is cut by .* in <select>/,
  ],
  ["a date that is cut", `<input type="date" style="width: 60px; min-width: 0">`, /of a date is cut by/],
  ["a word that no screen says", "<p>The contract shows no list</p>", /“contract” is said/],
  ["an ID in place of a name", "<h1>3d9a7c52-18ef-4b60-9c47-a2e5f0d81b31</h1>", /is a heading/],
  ["two texts over one another", `<p>One</p><p style="margin-top: -30px">The other</p>`, /lies under/],
  ["a table's head over a drawer", `<i class="head"></i><aside>${words}</aside>`, /<aside>.* lies under <i.head>/],
  [
    "a sticky head over the rows of a short box",
    `<div class="box scrolls"><b class="stuck low">Head</b><p>First</p><p>Second</p></div>`,
    /<p>Second lies under <b.stuck.low>/,
  ],
  ["a name that turns what follows it", `<p><b>\u202eeman</b> and <i>more</i></p>`, /turns around/],
  ["a page that scrolls sideways", `<div style="width: 200vw; height: 9px"></div>`, /wider than its window/],
  ["a layer that scrolls sideways", `<aside class="scrolls"><i class="wide"></i></aside>`, /scrolls \d+ px sideways/],
];

const sound: [what: string, html: string][] = [
  ["an ellipsis with a title", `<p title="${words}" style="${cut}; text-overflow: ellipsis">${words}</p>`],
  ["a title given to who points at it", `<p class="asks" style="${cut}; text-overflow: ellipsis">${words}</p>`],
  ["what only a screen reader meets", `<p style="position: absolute; clip-path: inset(50%); ${cut}">${words}</p>`],
  [
    "rows that scroll away under a sticky head",
    `<div class="box scrolls"><b class="stuck">Head</b>${"<p>Row</p>".repeat(40)}</div>`,
  ],
  [
    "a list that scrolls in its own box",
    `<div class="scrolls" style="height: 60px">${"<button>One</button><br>".repeat(9)}</div>`,
  ],
  ["a word beside an icon within a button", `<button><svg width="9" height="9"></svg><span>Save</span></button>`],
  ["a name that turns itself alone", `<p><bdi>\u202eeman</bdi> and more</p>`],
  ["what stands far down the page", `<p style="margin-top: 300vh">Far down</p><button>There</button>`],
];

const styles = `
  body { margin: 0; font: 16px/20px sans-serif }
  .nw { white-space: nowrap } .box { display: block }
  .clamp { width: 60px; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden }
  .dialog { overflow: hidden; width: 90px; padding: 10px }
  .head { position: fixed; inset: 0 0 auto; height: 300px; background: #fff }
  .scrolls { overflow: auto; max-height: 200px } .wide { display: block; width: 200vw; height: 9px }
  .stuck { position: sticky; top: 0; display: block; background: #fff; height: 30px } .low { top: 48px } .box > p { margin: 0 }
  dialog.head { width: 100%; margin: 0 }`;

const asks = `addEventListener("pointerover", ({ target }) => { if (target.matches(".asks")) target.title = target.textContent })`;
const show = (html: string) => `<!doctype html><style>${styles}</style><script>${asks}</script>${html}`;

test("each fault of a layout is reported", async ({ page }) => {
  for (const [what, html, expected] of faulty) {
    await page.setContent(show(html));
    expect(await findLayoutFaults(page), what).toContainEqual(expect.stringMatching(expected));
  }
});

test("nothing is reported of what is laid out well", async ({ page }) => {
  for (const [what, html] of sound) {
    await page.setContent(show(html));
    expect(await findLayoutFaults(page), what).toEqual([]);
  }
});

test("one layer is looked at alone, without what it covers", async ({ page }) => {
  await page.setContent(show(`<p>Covered</p><dialog open class="head"><p>Seen</p></dialog>`));
  expect(await findLayoutFaults(page)).toContainEqual(expect.stringContaining("<p>Covered lies under <dialog.head>"));
  expect(await findLayoutFaults(page, "dialog")).toEqual([]);
});

test("what axe calls serious is reported, also of a row, but for rows far down that are made as the first ones are", async ({
  page,
}) => {
  const rows = (faultyAt: number) =>
    Array.from({ length: 14 }, (_, at) => `<tr><td${at === faultyAt ? ' style="color: #ddd"' : ""}>Row</td></tr>`);
  const table = (faultyAt: number) =>
    `<html lang="en"><title>T</title><main><h1>T</h1><table><tbody>${rows(faultyAt).join("")}</tbody></table></main>`;
  await page.setContent(show(table(2)));
  await expect(expectSound(page)).rejects.toThrow(/color-contrast/);
  await page.setContent(show(table(13)));
  await expectSound(page);
});
