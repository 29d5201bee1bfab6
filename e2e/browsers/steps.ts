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

/**
 * Waits until the first control whose name starts with `name` stands still, because a moving one can be missed, and clicks it
 * once. Resolves to the time of the click.
 */
export async function clickNamed(window: BrowserWindow, selector: string, name: string) {
  let [index, lastPlace] = [-1, ""];
  const standsStill = async () => {
    index = (await window.evaluate(listNames, selector)).findIndex((label) => label?.startsWith(name));
    if (index < 0) return false;
    const place = await window.evaluate(placeOf, selector, index);
    const isSame = place === lastPlace;
    lastPlace = place;
    return isSame;
  };
  await expect.poll(standsStill, `${name} is shown`).toBe(true);
  const clickedMs = performance.now();
  await window.click(selector, index);
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

/** Runs in the page. */
function placeOf(selector: string, index: number) {
  return JSON.stringify(document.querySelectorAll(selector)[index]?.getBoundingClientRect());
}
