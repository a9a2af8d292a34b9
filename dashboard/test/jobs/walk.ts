/**
 * Walks through a job as a person would, with the mouse or with the keyboard alone, and counts what the person does.
 * With SERAI_JOB_SCREENSHOTS set to a folder, each step is also captured at two sizes, light and dark.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectNoHorizontalScroll, expectUsable } from '../browser/accessibility.ts';

const FOLDER = process.env.SERAI_JOB_SCREENSHOTS;
export const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** More would mean that the element cannot be reached. */
const MAX_TABS = 250;

export type Device = 'mouse' | 'keyboard';

export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate(element => element === element.ownerDocument.activeElement);
}

export class Walk {
  #clicks = 0;
  #keystrokes = 0;
  #step = 0;

  readonly job: string;
  readonly page: Page;
  readonly device: Device;

  constructor(job: string, page: Page, device: Device) {
    this.job = job;
    this.page = page;
    this.device = device;
  }

  /** Opens a link, presses a button or chooses an option. */
  async choose(target: Locator): Promise<void> {
    await target.waitFor();
    if (this.device === 'mouse') {
      await target.click();
      this.#clicks++;
      return;
    }
    await this.#tabTo(target);
    const isToggle = await target.evaluate(element =>
      element.matches('input[type=radio], input[type=checkbox]'),
    );
    await this.press(isToggle ? 'Space' : 'Enter');
  }

  /** Types into a field. */
  async fill(target: Locator, text: string): Promise<void> {
    await target.waitFor();
    if (this.device === 'mouse') {
      await target.click();
      this.#clicks++;
    } else await this.#tabTo(target);
    await this.type(text);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.insertText(text);
    this.#keystrokes += text.length;
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.#keystrokes++;
  }

  /** Finds a page or a record by its beginning, with the command palette. */
  async find(text: string, option: RegExp): Promise<void> {
    await this.press('ControlOrMeta+k');
    const found = this.page.getByRole('option', { name: option }).first();
    await this.page.getByRole('combobox').first().waitFor();
    await this.type(text);
    await found.waitFor();
    if (this.device === 'mouse') {
      await found.click();
      this.#clicks++;
      return;
    }
    const isActive = () => found.getAttribute('aria-selected').then(value => value === 'true');
    for (let moves = 0; moves < 20 && !(await isActive()); moves++) await this.press('ArrowDown');
    await this.press('Enter');
  }

  /** Checks the page with axe, and captures it if asked. */
  async look(name: string): Promise<void> {
    this.#step++;
    // The walk with the keyboard visits the same pages as the walk with the mouse.
    if (this.device === 'keyboard') return;
    await expectUsable(this.page);
    if (FOLDER === undefined) return;
    await mkdir(FOLDER, { recursive: true });
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const viewport of [DESK, PHONE]) {
        await this.page.emulateMedia({ colorScheme });
        await this.page.setViewportSize(viewport);
        const file = `${this.job}-${this.#step}-${name}-${viewport.width}-${colorScheme}.png`;
        await this.page.screenshot({ path: join(FOLDER, file), fullPage: true });
        await expectNoHorizontalScroll(this.page);
      }
    }
    await this.page.emulateMedia({ colorScheme: 'light' });
    await this.page.setViewportSize(DESK);
  }

  /** Prints what the person had to do. */
  report(): void {
    process.stderr.write(
      `${this.job}, ${this.device}: ${this.#clicks} clicks, ${this.#keystrokes} keystrokes\n`,
    );
    if (this.device === 'keyboard') expect(this.#clicks).toBe(0);
  }

  async #tabTo(target: Locator): Promise<void> {
    const isFocused = () => hasFocus(target);
    // One radio button of a group has the focus. The arrow keys move to the others.
    const isOfFocusedGroup = () =>
      target.evaluate(element => {
        const focused = element.ownerDocument.activeElement;
        return (
          element.matches('[type=radio]') && focused?.getAttribute('name') === element.getAttribute('name')
        );
      });
    for (let tabs = 0; tabs < MAX_TABS; tabs++) {
      if (await isFocused()) return;
      await this.press((await isOfFocusedGroup()) ? 'ArrowDown' : 'Tab');
    }
    throw new Error(`${target} cannot be reached with the keyboard`);
  }
}
