import type { Page } from "@playwright/test";

const looks = {
  light: { colorScheme: "light", width: 1440, height: 900, isPhone: false },
  dark: { colorScheme: "dark", width: 1440, height: 900, isPhone: false },
  "light at 390 px": { colorScheme: "light", width: 390, height: 844, isPhone: true },
  "dark at 390 px": { colorScheme: "dark", width: 390, height: 844, isPhone: true },
} as const;

export type Look = keyof typeof looks;

/** Changes theme, size and touch support of an open page. */
export async function wear(page: Page, look: Look) {
  const { colorScheme, width, height, isPhone } = looks[look];
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: isPhone });
  if (isPhone)
    await session.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: true });
  await session.detach();
}

/**
 * Runs in the page: waits until fonts are loaded and animations have ended. Endless animations and those that follow a scroll
 * position have no end.
 */
export function waitForRest() {
  const ends = document
    .getAnimations()
    .filter(
      ({ timeline, effect }) => timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
    )
    .map(({ finished }) => finished);
  const moved = Promise.race([Promise.allSettled(ends), new Promise((resolve) => setTimeout(resolve, 5_000))]);
  return Promise.all([moved, document.fonts.ready]).then(() => undefined);
}
