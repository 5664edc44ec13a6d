/* playwright.config.ts -- the browser tests; tests/house.mjs says against which server. */
import { defineConfig } from '@playwright/test';
import { launch_options } from './tests/browser.mjs';

export default defineConfig({
    testDir: './tests/browser',
    outputDir: './.built/browser',
    workers: 3,
    fullyParallel: true,
    timeout: 120_000,
    expect: { timeout: 30_000 },
    reporter: [['list']],
    use: {
        viewport: { width: 1280, height: 800 },
        launchOptions: launch_options,
        contextOptions: { reducedMotion: 'reduce' },
    },
});
