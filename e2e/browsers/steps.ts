import { expect } from "@playwright/test";
import { password, people } from "../support/people";
import type { BrowserWindow } from "./browser-window";

export const button = "button, a, [role=menuitem]";

/** Opens a page of the console and waits until its scripts run. */
export async function openPage(window: BrowserWindow, url: string) {
  await window.goto(url);
  await expectReady(window);
}

const expectReady = (window: BrowserWindow) =>
  expect.poll(() => window.evaluate(() => "ready" in document.documentElement.dataset)).toBe(true);

/** Waits for the first control whose name starts with `name` and clicks it once. Resolves to the time of the click. */
export async function clickNamed(window: BrowserWindow, selector: string, name: string) {
  const index = async () => (await window.evaluate(listNames, selector)).findIndex((label) => label?.startsWith(name));
  await expect.poll(index, `${name} is shown`).toBeGreaterThanOrEqual(0);
  const shownIndex = await index();
  const clickedMs = performance.now();
  await window.click(selector, shownIndex);
  return clickedMs;
}

export async function fill(window: BrowserWindow, label: string, text: string) {
  await clickNamed(window, "input", label);
  await window.type(text);
}

export const expectHeading = (window: BrowserWindow, title: string | RegExp) =>
  expect.poll(() => textOf(window, "h1")).toMatch(title);

export const expectText = (window: BrowserWindow, text: string | RegExp) =>
  expect.poll(() => textOf(window, "main")).toMatch(text);

export const textOf = (window: BrowserWindow, selector: string) =>
  window.evaluate((within) => document.querySelector(within)?.textContent ?? "", selector);

export async function signIn(window: BrowserWindow, origin: string) {
  await window.goto(`${origin}/sign-in`);
  await fill(window, "Email", people.admin.email);
  await fill(window, "Password", password);
  await clickNamed(window, "button", "Sign in");
  await expectHeading(window, "Overview");
  await expectReady(window);
}

/** Runs in the page: the names of all matching controls, and null for those that cannot be used. */
export function listNames(selector: string) {
  return [...document.querySelectorAll<HTMLInputElement>(selector)].map((control) => {
    const isUsable = control.checkVisibility({ visibilityProperty: true }) && !control.disabled;
    const name = control.getAttribute("aria-label") ?? control.labels?.[0]?.textContent ?? control.textContent;
    return isUsable ? name.trim() : null;
  });
}
