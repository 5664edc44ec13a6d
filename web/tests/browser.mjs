/* browser.mjs -- Debian's Chromium, quiet: it calls nobody and needs no sandbox as root. */
export const launch_options = {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
        '--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync',
        '--no-first-run', '--disable-default-apps',
    ],
};
