/**
 * Walks through a job as a person would, counts clicks and keystrokes, and checks every screen with axe. Set
 * SERAI_JOB_SCREENSHOTS to a folder to store a picture of each screen at 1440 and 390 px, light and dark.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityViolations, expectNoHorizontalScroll } from '../browser/accessibility.ts';

const FOLDER = process.env.SERAI_JOB_SCREENSHOTS;
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

export const JOB_VIEWPORT = { viewport: DESK };

export class Walker {
  clicks = 0;
  keys = 0;
  readonly #page: Page;
  readonly #job: string;
  #screens = 0;

  constructor(page: Page, job: string) {
    this.#page = page;
    this.#job = job;
  }

  async click(target: Locator): Promise<void> {
    this.clicks++;
    await target.click();
  }

  async press(key: string, times = 1): Promise<void> {
    for (let i = 0; i < times; i++) {
      this.keys++;
      await this.#page.keyboard.press(key);
    }
  }

  /** Types into the focused field. */
  async type(text: string): Promise<void> {
    this.keys += text.length;
    await this.#page.keyboard.type(text);
  }

  /** Presses Tab until the target has the focus, as someone without a mouse does. */
  async tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await target.waitFor();
    for (let i = 0; i < 150; i++) {
      if ((await target.and(this.#page.locator(':focus')).count()) > 0) return;
      await this.press(key);
    }
    throw new Error(`Tab does not reach ${target}`);
  }

  /** Checks the screen, and stores pictures of it if they are wanted. */
  async screen(name: string): Promise<void> {
    await this.#page.locator('.skeleton').first().waitFor({ state: 'detached' });
    expect(await accessibilityViolations(this.#page), name).toEqual([]);
    await expectNoHorizontalScroll(this.#page);
    this.#screens++;
    if (FOLDER) await this.#pictures(FOLDER, name);
  }

  async #pictures(folder: string, name: string): Promise<void> {
    mkdirSync(folder, { recursive: true });
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [size, viewport] of [
        ['1440', DESK],
        ['390', PHONE],
      ] as const) {
        await this.#page.emulateMedia({ colorScheme });
        await this.#page.setViewportSize(viewport);
        const file = `${this.#job}-${this.#screens}-${name}.${size}-${colorScheme}.png`;
        await this.#page.screenshot({ path: join(folder, file), fullPage: true });
      }
    }
    await this.#page.emulateMedia({ colorScheme: 'light' });
    await this.#page.setViewportSize(DESK);
  }

  report(): void {
    process.stdout.write(
      `${this.#job}: ${this.clicks} clicks, ${this.keys} keystrokes, ${this.#screens} screens checked\n`,
    );
  }
}
