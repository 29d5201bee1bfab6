import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { createInlineStyles } from "./inline-styles";

const folder = mkdtempSync(join(tmpdir(), "inline-styles-"));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "chunks"));
writeFileSync(
  join(folder, "chunks", "a.css"),
  `a::after{content:"$& ü"}@font-face{font-family:"F f";src:url(../media/f.woff2),url("data:x")}`,
);
mkdirSync(join(folder, "media"));
writeFileSync(join(folder, "media", "f.woff2"), "a font");
writeFileSync(join(folder, "chunks", "odd.css"), `a{content:"</style>"}`);

const inlineStyles = createInlineStyles(folder, "/files/");
const linkTo = (href: string) => `<link rel="stylesheet" href="${href}" data-precedence="next"/>`;
const sheet = `<style nonce="n-1">a::after{content:"$& ü"}@font-face{font-family:"F f";src:url(/files/media/f.woff2),url("data:x")}</style>`;
const inlined = `${sheet}<link rel="stylesheet" href="/files/chunks/a.css" media="print" data-precedence="next"/>`;
const head = (links: string) => `<html><head><title>é</title>${links}</head><body>`;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** What arrives of an answer that is given with its styles put into it. */
async function sent(give: (response: ServerResponse) => void, init: RequestInit = {}) {
  const server = createServer((request, response) => {
    inlineStyles(request, response, "n-1");
    give(response);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  ends.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`, init);
  return { text: await answer.text(), headers: answer.headers };
}

const html = (response: ServerResponse) => response.setHeader("content-type", "text/html; charset=utf-8");

test("a document brings its style sheets, named as a document names files, and their links hold up nothing", async () => {
  const whole = head(linkTo("/files/chunks/a.css"));
  const { text, headers } = await sent((response) => {
    html(response).setHeader("content-length", Buffer.byteLength(whole));
    response.setHeader("link", '</f.woff2>; rel=preload; as="font", </files/chunks/a.css>; rel=preload; as="style"');
    response.end(whole);
  });
  expect(text).toBe(head(inlined));
  expect(headers.get("link")).toBe('</f.woff2>; rel=preload; as="font"');
  expect(headers.get("content-length")).toBeNull();
});

test("the fonts that a document prefetches are in its styles, and are made ready at once", async () => {
  const fonts = ["f", "none"]
    .map((name) => `<link rel="prefetch" as="font" href="/files/media/${name}.woff2"/>`)
    .join("");
  const { text } = await sent((response) => {
    html(response).end(head(linkTo("/files/chunks/a.css") + fonts));
  });
  const load = '<script nonce="n-1">document.fonts.load("1em \\"F f\\"")</script>';
  const whole = inlined.replace("/files/media/f.woff2", "data:font/woff2;base64,YSBmb250");
  expect(text).toBe(head(whole.replace("</style>", `</style>${load}`) + fonts));
});

test("a document that comes in pieces, cut anywhere, comes whole, and each piece is acknowledged", async () => {
  const bytes = Buffer.from(`${head(linkTo("/files/chunks/a.css"))}Grüße, ü</body></html>`);
  let acknowledged = 0;
  const { text } = await sent((response) => {
    html(response);
    response.flushHeaders();
    for (const byte of bytes) response.write(Buffer.from([byte]), () => (acknowledged += 1));
    response.end();
  });
  expect(text).toBe(`${head(inlined)}Grüße, ü</body></html>`);
  expect(acknowledged).toBe(bytes.length);
});

test.each([
  ["a sheet that is not known here", head(linkTo("/files/chunks/none.css"))],
  ["a sheet that would end the element it stands in", head(linkTo("/files/chunks/odd.css"))],
  ["a document without an end of its head", `<p>${linkTo("/files/chunks/a.css")}`],
  ["a head without an end in sight", `<head>${" ".repeat(70_000)}`],
])("%s is left as it is", async (_what, document) => {
  expect((await sent((response) => html(response).end(document))).text).toBe(document);
  const inTwo = (response: ServerResponse) => {
    html(response).write(document.slice(0, 9));
    response.end(document.slice(9), "utf8");
  };
  expect((await sent(inTwo)).text).toBe(document);
});

test("who was sent these sheets is sent their links, and who was sent others is sent these", async () => {
  const whole = head(linkTo("/files/chunks/a.css"));
  const give = (response: ServerResponse) => {
    html(response).setHeader("set-cookie", "session=s");
    response.end(whole);
  };
  const first = await sent(give);
  const [session, styles = ""] = first.headers.getSetCookie();
  expect(session).toBe("session=s");
  const [cookie = ""] = styles.split("; ", 1);
  const again = await sent(give, { headers: { cookie: `session=s; ${cookie}` } });
  expect(again.text).toBe(whole);
  expect(again.headers.getSetCookie()).toEqual(["session=s"]);
  expect((await sent(give, { headers: { cookie: `${cookie}other` } })).text).toBe(head(inlined));
});

test("what is no document passes as it is", async () => {
  const text = head(linkTo("/files/chunks/a.css"));
  const { text: came } = await sent((response) => {
    response.setHeader("content-type", "text/x-component");
    response.write(text.slice(0, 20));
    response.end(text.slice(20));
  });
  expect(came).toBe(text);
});

test("an answer without a body has none", async () => {
  expect((await sent((response) => html(response).end(), { method: "HEAD" })).text).toBe("");
  expect((await sent((response) => html(response).end(() => undefined))).text).toBe("");
});
