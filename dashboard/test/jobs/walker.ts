/**
 * Walks through a job as a person would, with the mouse or with the keyboard alone, counts clicks and keystrokes, and
 * checks every screen with axe. Set SERAI_JOB_SCREENSHOTS to a folder to store a picture of each screen at 1440 and
 * 390 px, light and dark.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityViolations, expectNoHorizontalScroll } from '../browser/accessibility.ts';
import { untilLoaded } from '../browser/pages.ts';

const FOLDER = process.env.SERAI_JOB_SCREENSHOTS;
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const NEXT_FRAME = 'new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))';
/** More would mean that the element cannot be reached. */
const MAX_TABS = 250;

export const JOB_VIEWPORT = { viewport: DESK };

export type Device = 'mouse' | 'keyboard';

export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate(element => element === element.ownerDocument.activeElement);
}

export class Walker {
  clicks = 0;
  keys = 0;
  readonly page: Page;
  readonly device: Device;
  readonly #job: string;
  readonly #checksScreens: boolean;
  #screens = 0;

  /** If a job is walked with both devices, the screens are the same and are checked only with the mouse. */
  constructor(page: Page, job: string, device: Device = 'mouse', checksScreens = device === 'mouse') {
    this.page = page;
    this.device = device;
    this.#job = job;
    this.#checksScreens = checksScreens;
  }

  /** Opens a link, presses a button or chooses an option. Without a mouse, it is reached with Tab. */
  async click(target: Locator): Promise<void> {
    if (this.device === 'mouse') {
      this.clicks++;
      await target.click();
      return;
    }
    await this.tabTo(target);
    const isToggle = await target.evaluate(element =>
      element.matches('input[type=radio], input[type=checkbox]'),
    );
    await this.press(isToggle ? 'Space' : 'Enter');
  }

  /** Moves to a field and types into it. */
  async fill(target: Locator, text: string): Promise<void> {
    if (this.device === 'mouse') await this.click(target);
    else await this.tabTo(target);
    await this.type(text);
  }

  async press(key: string, times = 1): Promise<void> {
    for (let i = 0; i < times; i++) {
      this.keys++;
      await this.page.keyboard.press(key);
    }
  }

  /** Types into the focused field. */
  async type(text: string): Promise<void> {
    this.keys += text.length;
    await this.page.keyboard.type(text);
  }

  /** Presses Tab until the target has the focus, as someone without a mouse does. */
  async tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    // Finding an element by its role reads the whole page, so it is found again only if the page has replaced it.
    let element = await found(target);
    for (let i = 0; i < MAX_TABS; i++) {
      const next = await nextStep(element, key);
      if (next === 'arrived') return;
      if (next === 'replaced') element = await found(target);
      else await this.press(next);
    }
    throw new Error(`Tab does not reach ${target}`);
  }

  /** Finds a page or a record by its beginning, with the command palette. `screen` is the name of its picture. */
  async find(text: string, option: RegExp, screen?: string): Promise<void> {
    await this.press('ControlOrMeta+k');
    const found = this.page.getByRole('option', { name: option }).first();
    // Pages have comboboxes too.
    await this.page.getByRole('dialog').getByRole('combobox').waitFor();
    await this.type(text);
    await found.waitFor();
    if (screen !== undefined) await this.screen(screen);
    if (this.device === 'mouse') return this.click(found);
    const isActive = () => found.getAttribute('aria-selected').then(value => value === 'true');
    for (let moves = 0; moves < 20 && !(await isActive()); moves++) await this.press('ArrowDown');
    await this.press('Enter');
  }

  /** Checks the screen, and stores pictures of it if they are wanted. */
  async screen(name: string): Promise<void> {
    this.#screens++;
    if (!this.#checksScreens) return;
    await untilLoaded(this.page);
    expect(await accessibilityViolations(this.page), name).toEqual([]);
    await expectNoHorizontalScroll(this.page);
    if (FOLDER) await this.#pictures(FOLDER, name);
  }

  async #pictures(folder: string, name: string): Promise<void> {
    mkdirSync(folder, { recursive: true });
    // A dialog covers the window, not the page. It may be open only in a narrow window.
    const isPage = async () => (await this.page.locator('dialog[open]').count()) === 0;
    // The buttons of a long form would cover the fields in the middle of the picture.
    const place = (position: string) =>
      this.page.evaluate(
        `document.querySelector('.content-end, .save-bar, .outcomes, .terms-actions')?.style.setProperty('position', '${position}')`,
      );
    await place('static');
    await this.page.mouse.move(0, 0);
    await this.page.locator('.toasts p').first().waitFor({ state: 'detached' });
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const viewport of [DESK, PHONE]) {
        await this.page.emulateMedia({ colorScheme });
        await this.page.setViewportSize(viewport);
        // A narrow window may show other nights, which load first.
        await this.page.evaluate(NEXT_FRAME);
        await untilLoaded(this.page);
        // A page is captured from its top, or its sticky parts would be in the way.
        if (await isPage()) await this.page.evaluate('scrollTo(0, 0)');
        const file = `${this.#job}-${this.#screens}-${name}-${viewport.width}-${colorScheme}.png`;
        await this.page.screenshot({ path: join(folder, file), fullPage: await isPage() });
        await expectNoHorizontalScroll(this.page);
      }
    }
    await place('');
    await this.page.emulateMedia({ colorScheme: 'light' });
    await this.page.setViewportSize(DESK);
  }

  report(): void {
    process.stdout.write(
      `${this.#job}, ${this.device}: ${this.clicks} clicks, ${this.keys} keystrokes, ${this.#screens} screens\n`,
    );
    if (this.device === 'keyboard') expect(this.clicks).toBe(0);
  }
}

type Found = NonNullable<Awaited<ReturnType<Locator['elementHandle']>>>;

async function found(target: Locator): Promise<Found> {
  return (await target.elementHandle()) as Found;
}

/** The key to press next. One radio button of a group has the focus, and the arrow keys move to the others. */
function nextStep(target: Found, key: string): Promise<string> {
  return target.evaluate((element, otherwise) => {
    if (!element.isConnected) return 'replaced';
    const focused = element.ownerDocument.activeElement;
    if (element === focused) return 'arrived';
    const isInGroup =
      element.matches('[type=radio]') && focused?.getAttribute('name') === element.getAttribute('name');
    return isInGroup ? 'ArrowDown' : otherwise;
  }, key);
}

/** The lower edge of an element. NaN, which equals nothing, if it is not shown. */
export async function bottomOf(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return box === null ? Number.NaN : box.y + box.height;
}
