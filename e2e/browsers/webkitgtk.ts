import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../support/product";
import type { BrowserWindow, Key } from "./browser-window";

/** Debian's MiniBrowser in a virtual display, over WebDriver. */
export async function openWebKitGtk(): Promise<BrowserWindow> {
  const xvfb = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1200x24"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [display] = await once(xvfb.stdio[3] as NodeJS.ReadableStream, "data");
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${String(display).trim()}` },
    stdio: "ignore",
  });
  const send = await startSession(`http://127.0.0.1:${port}`);

  const find = async (selector: string, index = 0) => {
    const elements = await send<Record<string, string>[]>("POST", "/elements", {
      using: "css selector",
      value: selector,
    });
    return `/element/${Object.values(elements[index] ?? {})[0]}`;
  };
  const perform = (keyActions: KeyAction[]) =>
    send<void>("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions: keyActions }] });

  return {
    goto: (url) => send("POST", "/url", { url }),
    resize: (width, height) => send("POST", "/window/rect", { width, height: height + toolbarHeight }),
    evaluate: (inPage, ...args) => send("POST", "/execute/sync", { script: `return (${inPage})(...arguments)`, args }),
    click: async (selector, index) => send("POST", `${await find(selector, index)}/click`, {}),
    chooseFile: async (selector, path) => send("POST", `${await find(selector)}/value`, { text: path }),
    type: (text) => perform([...text].flatMap((character) => [keyDown(character), keyUp(character)])),
    press: (...keys) =>
      perform([...keys.map((key) => keyDown(codes[key])), ...keys.toReversed().map((key) => keyUp(codes[key]))]),
    // WebDriver reports no errors of pages.
    takeErrors: () => [],
    async close() {
      await send("DELETE", "");
      driver.kill();
      xvfb.kill();
    },
  };
}

/** MiniBrowser's toolbar, which is also at least 447 px wide. */
const toolbarHeight = 38;

type KeyAction = { type: "keyDown" | "keyUp"; value: string };
const keyDown = (value: string): KeyAction => ({ type: "keyDown", value });
const keyUp = (value: string): KeyAction => ({ type: "keyUp", value });
const codes: Record<Key, string> = { Control: "\uE009", Enter: "\uE007", Escape: "\uE00C", k: "k" };

async function startSession(origin: string) {
  const request = async <Result>(method: string, path: string, body?: object): Promise<Result> => {
    const response = await fetch(origin + path, { method, body: body && JSON.stringify(body) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
  while (!(await fetch(`${origin}/status`).catch(() => undefined))) await sleep(50);
  const { sessionId } = await request<{ sessionId: string }>("POST", "/session", { capabilities: {} });
  return <Result>(method: string, path: string, body?: object) =>
    request<Result>(method, `/session/${sessionId}${path}`, body);
}
