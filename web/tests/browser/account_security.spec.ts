/* account_security.spec.ts -- a first password, the second factor and the list of sessions, as somebody of the
 * staff meets them on their first day. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, noted, real, test } from './table.ts';

test.skip(!real, 'the stand-in has its own ways');
test.use({ settings: 'account.yaml' });

/* RFC 6238, from the key that the page shows. */
function code_of(key: string, steps = 0): string {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
    const bits = [...key.replaceAll(' ', '')].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
    const secret = Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)));
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
    const hash = createHmac('sha1', secret).update(counter).digest();
    return String((hash.readUInt32BE(hash[19]! & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

async function sign_in(page: Page, name: string, password: string, code?: string): Promise<void> {
    const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Sign in' }) });
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Password', { exact: true }).fill(password);
    await form.getByRole('button').click();
    if (!code) return;
    await form.getByLabel('Code from your authenticator app').fill(code);
    await form.getByRole('button').click();
}

const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
async function no_barriers(page: Page): Promise<void> {
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
        const result = await (window as unknown as { axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe.run();
        return result.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`);
    });
    expect(found).toEqual([]);
}

test('a_dealer_sets_up_their_account_on_the_first_day', async ({ page, another, opened: house }) => {
    await page.goto(`${house.url}/account`);
    await sign_in(page, 'Nina', house.passwords['Nina'] ?? '');
    await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
    await no_barriers(page);
    /* Nothing else is open to them: a table leads back here. */
    await page.goto(`${house.url}/`);
    await page.goto(`${house.url}/account`);
    await page.getByLabel('Password you were given').fill(house.passwords['Nina'] ?? '');
    await page.getByLabel('New password').fill('my very own words');
    await page.getByRole('button', { name: 'Change password' }).click();
    await noted(page, 'Your password has been changed');
    await page.getByRole('button', { name: 'Set up two-step sign-in' }).click();
    await expect(page.getByRole('img', { name: 'QR code of the key' })).toBeVisible();
    await no_barriers(page);
    const key = await page.locator('.factor-key code').first().textContent() ?? '';
    await expect(page.locator('.factor-key a')).toHaveAttribute('href', /^otpauth:\/\/totp\/Trey:Nina\?secret=/);
    await page.getByLabel('Code that the app shows').fill('000000');
    await page.getByLabel('Current password').fill('my very own words');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.locator('.wrong')).toContainText('That code is wrong');
    await page.getByLabel('Code that the app shows').fill(code_of(key));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.locator('.recovery li')).toHaveCount(8);
    const recovery = await page.locator('.recovery li').first().textContent() ?? '';
    await no_barriers(page);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.locator('main')).toContainText('You sign in with your password and a code');
    await expect(page.locator('.sessions li')).toHaveCount(1);
    await expect(page.locator('.sessions')).toContainText('this browser');
    await no_barriers(page);
    /* Elsewhere the password is not enough; a recovery code is, and ends the session here. */
    const { page: elsewhere } = await another();
    await elsewhere.goto(`${house.url}/account`);
    await sign_in(elsewhere, 'Nina', 'my very own words');
    const asks = elsewhere.getByLabel('Code from your authenticator app');
    await expect(asks).toBeFocused();
    await no_barriers(elsewhere);
    await asks.fill(recovery);
    await elsewhere.getByRole('button', { name: 'Sign in' }).click();
    await elsewhere.locator('.badge').getByText('Nina').waitFor();
    await page.reload();
    await expect(page.locator('main')).toContainText('You are not signed in');
});

test('a_shift_manager_resets_a_colleague_and_not_themselves', async ({ page, opened: house }) => {
    await page.goto(`${house.url}/account`);
    await sign_in(page, 'Petra', house.passwords['Petra'] ?? '');
    await expect(page.locator('main')).toContainText('This house asks its staff to sign in with a code as well');
    await page.getByRole('button', { name: 'Set up two-step sign-in' }).click();
    const key = await page.locator('.factor-key code').first().textContent() ?? '';
    await page.getByLabel('Code that the app shows').fill(code_of(key));
    await page.getByLabel('Current password').fill(house.passwords['Petra'] ?? '');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.locator('main')).toContainText('you cannot turn it off yourself');
    const reset = page.locator('#factor-reset');
    await reset.getByLabel('Their name').fill('Petra');
    await reset.getByLabel('Current password').fill(house.passwords['Petra'] ?? '');
    await reset.getByRole('button').click();
    await expect(reset.locator('.wrong')).toContainText('You may not do that');
    await no_barriers(page);
});
