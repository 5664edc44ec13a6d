/* sound.ts -- a page as axe sees it: nothing that keeps somebody out. */
import { expect, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
    run(options?: object): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
}

export async function sound(page: Page, where: string, only?: string[]): Promise<void> {
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
    const found = await page.evaluate(async (rules) => {
        const ran = await (window as unknown as { axe: Axe }).axe.run(rules ? { runOnly: rules } : {});
        return ran.violations.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.html} ${node.failureSummary ?? ''}`).join('\n')}`);
    }, only);
    expect(found, where).toEqual([]);
}

const shapes = {
    wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 }, tablet: { width: 1024, height: 768 }, sideways: { width: 844, height: 390 }, zoomed: { width: 720, height: 450 }, /* 200 % of 1440 by 900 */
};

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
const drawn = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/* In every shape of the screen, light and dark; nothing runs out of the page sideways. Colours are all that a scheme
 * changes. */
export async function sound_everywhere(page: Page, where: string): Promise<void> {
    const before = page.viewportSize() ?? shapes.wide;
    for (const [size, viewport] of Object.entries(shapes)) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
        await drawn(page);
        await sound(page, `${where}, ${size} and light`);
        expect(await overflow(page), `${where}, ${size}`).toBeLessThanOrEqual(0);
        await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
        await sound(page, `${where}, ${size} and dark`, ['color-contrast']);
    }
    await page.setViewportSize(before);
}
