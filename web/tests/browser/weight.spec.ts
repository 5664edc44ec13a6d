/* weight.spec.ts -- what a first visit fetches: few files, since over HTTP/1.1 each waits for a connection; packed;
 * kept for good where the name has a hash; and no question is asked twice. */
import { expect, names, real, sit_down, test } from './table.ts';

test.skip(!real, 'the stand-in has its own ways');

interface Fetched { path: string; cache: string; packed: string }

/* Each page, and what is there only when its script and looks are. */
const pages = { lobby: ['/', '.table-card'], table: [`/table/${names['mbs']}`, '.spot'], account: ['/account', '.settings'], lab: ['/lab', '.lab-head'], pit: ['/pit', '.closed-door'] } as const;

for (const [name, [path, shown]] of Object.entries(pages)) {
    test(`few_files_make_a_page_${name}`, async ({ page }) => {
        const fetched: Fetched[] = [];
        page.on('response', (response) => {
            const headers = response.headers();
            fetched.push({ path: new URL(response.url()).pathname, cache: headers['cache-control'] ?? '', packed: headers['content-encoding'] ?? '' });
        });
        await page.goto(path);
        await page.locator(shown).first().waitFor();
        const scripts = fetched.filter((one) => /\.(js|css)$/.test(one.path));
        expect(scripts.length).toBeGreaterThan(2);
        for (const one of scripts) expect(one, one.path).toMatchObject({ cache: expect.stringContaining('immutable') });
        /* Players load the script that begins, all that pages share, and the looks; a page behind a door brings a few of its own. */
        if (name !== 'lobby' && name !== 'table') return;
        for (const one of scripts) expect(one, one.path).toMatchObject({ packed: expect.stringMatching(/^(br|gzip)$/) });
        expect(scripts.map((one) => one.path.replace(/-.*\./, '.')).sort()).toEqual(['/chunk.js', '/trey.css', '/trey.js']);
    });
}

test('who_we_are_is_asked_once', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => { if (new URL(request.url()).pathname === '/api/me') asked.push(request.method()); });
    await sit_down(page, 'mbs');
    expect(asked).toEqual(['GET']);
});
