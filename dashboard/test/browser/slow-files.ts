import type { Page } from 'playwright-core';

/** The browser cannot read lost.csv, and reads slow.csv only after a call of `readSlowFile`. */
export async function slowFiles(page: Page): Promise<void> {
  await page.evaluate(`{
    const { text } = File.prototype;
    const slow = new Promise(resolve => { window.readSlowFile = resolve; });
    File.prototype.text = async function () {
      if (this.name === 'lost.csv') throw new Error('lost');
      if (this.name === 'slow.csv') await slow;
      return text.call(this);
    };
  }`);
}
