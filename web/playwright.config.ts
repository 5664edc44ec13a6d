/* playwright.config.ts -- the browser tests; tests/house.mjs says against which server. */
import { defineConfig } from '@playwright/test';
import { launch_options } from './tests/browser.mjs';

export default defineConfig({
    testDir: './tests/browser',
    outputDir: './.built/browser',
    workers: 3,
    fullyParallel: true,
    /* These end what hangs; no test passes or fails by them on a slow machine. */
    timeout: 1_800_000,
    expect: { timeout: 240_000 },
    /* Where nobody watches, only what failed is of interest. */
    reporter: process.stdout.isTTY ? 'list' : 'dot',
    use: {
        viewport: { width: 1280, height: 800 },
        launchOptions: launch_options,
        contextOptions: { reducedMotion: 'reduce' },
    },
});
