/* impatient.spec.ts -- somebody who cannot wait: every key and button as soon as it might do something, and
 * again before it has. Hands are decided once, by the key that was meant, and no chip goes astray. */
import type { Page } from '@playwright/test';
import type { Overheard } from './frames.ts';
import { bet, expect, free_box, real, sent, test } from './table.ts';

test.skip(!real, 'the stand-in has its own ways');
test.use({ settings: 'sentences.yaml' });

const dollars = (text: string | null) => Number((text ?? '').replace(/[^\d.]/g, ''));
const purse = async (page: Page) => dollars(await page.locator('.purse-sum').textContent());

interface Settled { lines: { player: number; result: string; why: string }[]; players: { player: number; net: number }[] }

/* The settlements that have come, by their round. */
function settlements(heard: Overheard): Settled[] {
    const rounds = new Map<number, Settled>();
    let round = 0;
    for (const frame of heard.got.filter((one) => one.is === 'table')) {
        const view = frame['view'] as { round?: number; settlement?: Settled | null };
        round = view.round ?? round;
        if (view.settlement) rounds.set(round, view.settlement);
    }
    return [...rounds.values()];
}

test('three_rounds_by_hammering_keys_lose_nothing_that_was_not_meant', async ({ page, heard }) => {
    await page.goto('/table/mbs');
    const box = await free_box(page, 1);
    const start = await purse(page);
    await bet(box, 'ante');
    const me = await page.evaluate(async () => ((await (await fetch('/api/me')).json()) as { you: { id: number } }).you.id);
    const mine = () => settlements(heard).filter((one) => one.players.some((player) => player.player === me));
    /* However slow it is: as many keys as it takes, and none is waited for. */
    for (let i = 0; mine().length < 3; i++) await page.keyboard.press(['r', 'g', 'p'][i % 3] ?? 'p');
    /* Another round may have begun by now; it is played to its end, so that everything can be counted. */
    const in_play = page.locator('.box.own .spot-amount');
    for (let i = 0; await in_play.count() > 0; i++) await page.keyboard.press(['g', 'p'][i % 2] ?? 'p');
    const rounds = mine();
    const net = rounds.reduce((sum, one) => sum + (one.players.find((player) => player.player === me)?.net ?? 0), 0) / 100;
    await expect.poll(() => purse(page)).toBe(start + net);
    expect(rounds.flatMap((one) => one.lines).filter((line) => line.player === me && line.why.includes('folded'))).toEqual([]);
    expect(sent(heard, 'play')).toHaveLength(rounds.length);
    expect(sent(heard, 'fold')).toEqual([]);
    /* Rebet was pressed often, and repeated each bet once a round. */
    expect(sent(heard, 'bet')).toHaveLength(rounds.length);
});
