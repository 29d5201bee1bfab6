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

/** The answer that a browser receives with inlined styles. */
async function receive(respond: (response: ServerResponse) => void, init: RequestInit = {}) {
  const server = createServer((request, response) => {
    inlineStyles(request, response, "n-1");
    respond(response);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  ends.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`, init);
  return { text: await answer.text(), headers: answer.headers };
}

const html = (response: ServerResponse) => response.setHeader("content-type", "text/html; charset=utf-8");

test("inlines style sheets, resolves their URLs and makes their links non-blocking", async () => {
  const whole = head(linkTo("/files/chunks/a.css"));
  const { text, headers } = await receive((response) => {
    html(response).setHeader("content-length", Buffer.byteLength(whole));
    response.setHeader("link", '</f.woff2>; rel=preload; as="font", </files/chunks/a.css>; rel=preload; as="style"');
    response.end(whole);
  });
  expect(text).toBe(head(inlined));
  expect(headers.get("link")).toBe('</f.woff2>; rel=preload; as="font"');
  expect(headers.get("content-length")).toBeNull();
});

test("inlines prefetched fonts and loads them at once", async () => {
  const fonts = ["f", "none"]
    .map((name) => `<link rel="prefetch" as="font" href="/files/media/${name}.woff2"/>`)
    .join("");
  const { text } = await receive((response) => {
    html(response).end(head(linkTo("/files/chunks/a.css") + fonts));
  });
  const load = '<script nonce="n-1">document.fonts.load("1em \\"F f\\"")</script>';
  const whole = inlined.replace("/files/media/f.woff2", "data:font/woff2;base64,YSBmb250");
  expect(text).toBe(head(whole.replace("</style>", `</style>${load}`) + fonts));
});

test("inlines styles when the document is written byte by byte, and calls each callback", async () => {
  const bytes = Buffer.from(`${head(linkTo("/files/chunks/a.css"))}Grüße, ü</body></html>`);
  let acknowledged = 0;
  const { text } = await receive((response) => {
    html(response);
    response.flushHeaders();
    for (const byte of bytes) response.write(Buffer.from([byte]), () => (acknowledged += 1));
    response.end();
  });
  expect(text).toBe(`${head(inlined)}Grüße, ü</body></html>`);
  expect(acknowledged).toBe(bytes.length);
});

test.each([
  ["an unknown sheet", head(linkTo("/files/chunks/none.css"))],
  ["a sheet that would close its style element", head(linkTo("/files/chunks/odd.css"))],
  ["a document without a closing head tag", `<p>${linkTo("/files/chunks/a.css")}`],
  ["a head that is too long", `<head>${" ".repeat(70_000)}`],
])("leaves %s unchanged", async (_what, document) => {
  expect((await receive((response) => html(response).end(document))).text).toBe(document);
  const inTwo = (response: ServerResponse) => {
    html(response).write(document.slice(0, 9));
    response.end(document.slice(9), "utf8");
  };
  expect((await receive(inTwo)).text).toBe(document);
});

test("inlines styles only when the cookie does not name these sheets", async () => {
  const whole = head(linkTo("/files/chunks/a.css"));
  const answer = (response: ServerResponse) => {
    html(response).setHeader("set-cookie", "session=s");
    response.end(whole);
  };
  const first = await receive(answer);
  const [session, styles = ""] = first.headers.getSetCookie();
  expect(session).toBe("session=s");
  const [cookie = ""] = styles.split("; ", 1);
  const again = await receive(answer, { headers: { cookie: `session=s; ${cookie}` } });
  expect(again.text).toBe(whole);
  expect(again.headers.getSetCookie()).toEqual(["session=s"]);
  expect((await receive(answer, { headers: { cookie: `${cookie}other` } })).text).toBe(head(inlined));
});

test("passes an answer other than HTML unchanged", async () => {
  const text = head(linkTo("/files/chunks/a.css"));
  const { text: received } = await receive((response) => {
    response.setHeader("content-type", "text/x-component");
    response.write(text.slice(0, 20));
    response.end(text.slice(20));
  });
  expect(received).toBe(text);
});

test("adds no body to an answer without one", async () => {
  expect((await receive((response) => html(response).end(), { method: "HEAD" })).text).toBe("");
  expect((await receive((response) => html(response).end(() => undefined))).text).toBe("");
});
