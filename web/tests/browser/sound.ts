/* sound.ts -- a page as axe sees it: nothing that keeps somebody out. */
import { expect, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
    run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
}

export async function sound(page: Page, where: string): Promise<void> {
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
        const ran = await (window as unknown as { axe: Axe }).axe.run();
        return ran.violations.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.html} ${node.failureSummary ?? ''}`).join('\n')}`);
    });
    expect(found, where).toEqual([]);
}
