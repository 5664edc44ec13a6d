/* desk.spec.ts -- a table run by a person: calls by key, cards by keyboard and scanner, what is refused,
 * and an irregularity from the dealer's report by the ruling to the players' chips. */
import { call, expect, heard_of, play_hand, purse, scan, test } from './consoles.ts';
import { sound_everywhere } from './sound.ts';
import { bet, noted, real, stop_time } from './table.ts';

test.use({ settings: 'desk.yaml' });
test.skip(!real, 'the stand-in deals by itself');

test('a_round_is_dealt_with_the_keyboard_alone', async ({ staff, guest }) => {
    const desk = await staff('Dora', '/desk/grand');
    await expect(desk.locator('.desk-state')).toContainText('At this desk since');
    await call(desk, 'open');
    const player = await guest('grand', 3, 'ante');
    const other = await guest('grand', 5, 'ante', 'pair_plus');
    await expect(desk.locator('[data-row="5"]')).toContainText('$5.00');
    await sound_everywhere(desk, 'desk at the bets');
    await call(desk, 'close');

    /* The place that the next card goes to is marked; a card typed, then the rest scanned. */
    await expect(desk.locator('.box.next')).toHaveAttribute('data-box', '3');
    await expect(desk.locator('.entry-label')).toContainText('position 3');
    await desk.keyboard.type('qs');
    await expect(desk.locator('.tiny-card')).toHaveText(['Qs']);
    await scan(desk, 'KH10D');
    await expect(desk.locator('.box.next')).toHaveAttribute('data-box', '5');
    await scan(desk, '7S7D2C9C8D4H');
    await expect(desk.locator('.entry-label')).toContainText('No card is due');
    await sound_everywhere(desk, 'desk at the decisions');
    await play_hand(player);
    await play_hand(other);
    await call(desk, 'reveal');
    await call(desk, 'settle');

    /* The dealer's nine high does not qualify: Ante pays, Play goes back; the pair pays Pair Plus. */
    await expect(desk.locator('[data-row="3"]')).toContainText('+$5.00');
    await expect(desk.locator('[data-row="5"]')).toContainText('+$10.00');
    await expect(purse(player)).toHaveText('$2,005');
    await expect(purse(other)).toHaveText('$2,010');
    await expect(desk.locator('[data-call="open"]')).toBeEnabled();

    /* On a phone a box that somebody plays is large, and any other can be. */
    await desk.setViewportSize({ width: 390, height: 844 });
    await expect(desk.locator('.large .box')).toHaveAttribute('data-box', '3');
    await desk.locator('.mini').nth(4).click();
    await expect(desk.locator('.large .box')).toHaveAttribute('data-box', '5');
});

test('cards_that_cannot_be_are_refused_with_the_reason_and_the_deal_goes_on', async ({ staff, guest }) => {
    const desk = await staff('Dora', '/desk/grand');
    await call(desk, 'open');
    const player = await guest('grand', 2, 'ante');
    await call(desk, 'close');
    await scan(desk, 'AS');
    /* A scan is known by its speed, so the console's time stands still while keys are typed. */
    await desk.clock.install();
    await stop_time(desk);
    const pause = () => desk.clock.runFor(1000); /* a person's, who reads before they go on */

    /* Scanned twice: what was read behind it is put aside, for its place is no longer certain. */
    await desk.keyboard.type('ASKD');
    await expect(desk.locator('.entry .refused')).toContainText('That card has already been used');
    await expect(desk.locator('.aside')).toContainText('Not entered: As Kd');
    await expect(desk.locator('.tiny-card')).toHaveText(['As']);

    /* Not in any deck. */
    await pause();
    await desk.keyboard.type('JOKER');
    await desk.keyboard.press('Enter');
    await expect(desk.locator('.entry .refused')).toContainText('not a card');
    await desk.clock.resume();
    await sound_everywhere(desk, 'desk with a refusal');
    await stop_time(desk);

    /* Mistyped as a card that is in the deck: taken back, and the right one entered. The key deletes what is typed first. */
    await pause();
    await desk.keyboard.type('7d');
    await expect(desk.locator('.tiny-card')).toHaveText(['As', '7d']);
    await desk.keyboard.type('q');
    await desk.keyboard.press('Backspace');
    await expect(desk.locator('.entry-input')).toHaveValue('');
    await expect(desk.locator('.tiny-card')).toHaveText(['As', '7d']);
    await desk.keyboard.press('Backspace');
    await expect(desk.locator('.tiny-card')).toHaveText(['As']);
    await expect(desk.locator('.entry .refused')).toHaveCount(0);
    await desk.keyboard.type('2d');
    await expect(desk.locator('.tiny-card')).toHaveText(['As', '2d']);
    await desk.getByRole('button', { name: 'Take back' }).click();
    await expect(desk.locator('.tiny-card')).toHaveText(['As']);
    await expect(desk.locator('.entry-input')).toBeFocused();

    /* Somebody above the dealer does it at his own console, and the dealer's list is shorter. */
    const above = await staff('Sam', '/desk/grand');
    await desk.keyboard.type('3d');
    await expect(desk.locator('.tiny-card')).toHaveText(['As', '3d']);
    await above.getByRole('button', { name: 'Take back' }).click();
    await expect(desk.locator('.tiny-card')).toHaveText(['As']);
    await expect(desk.locator('[data-box="2"]')).toHaveClass(/next/);

    /* One card too many. */
    await scan(desk, 'KDQH9C8D4H');
    await expect(desk.locator('.entry-label')).toContainText('No card is due');
    await desk.keyboard.type('2c');
    await expect(desk.locator('.entry .refused')).toContainText('No cards can be dealt now');
    await expect(desk.locator('.tiny-card')).toHaveCount(6);

    /* The deal is complete, and the player has looked at his hand: the dealer's can still be put right, by somebody above. */
    await expect(player.locator('.box.own .card.up')).toHaveCount(3);
    await desk.keyboard.press('Backspace');
    await expect(desk.locator('.entry .refused')).toContainText('a pit supervisor or above takes the card back');
    await expect(desk.locator('.tiny-card')).toHaveCount(6);
    await above.getByRole('button', { name: 'Take back' }).click();
    await expect(desk.locator('.tiny-card')).toHaveCount(5);
    await pause();
    await scan(desk, '4H');

    /* Nothing is lost, and all of it is on record. */
    await play_hand(player);
    await desk.keyboard.press('Backspace');
    await expect(desk.locator('.entry .refused')).toContainText('The card stands: its hand was seen, or a decision');
    await call(desk, 'reveal');
    await call(desk, 'settle');
    await expect(purse(player)).toHaveText('$2,010'); /* a straight has the bonus too */
    const pit = above;
    await pit.goto('/pit');
    await expect(pit.locator('.incidents')).toContainText('A card of position 2 was mistyped and taken back');
    await expect(pit.locator('.incidents')).toContainText('that card has already been used');
    await expect(pit.locator('.incidents')).toContainText('no cards can be dealt now');
    const wrong = heard_of(desk).wrong.splice(0); /* the one message that was no message of ours */
    expect(wrong).toHaveLength(1);
    expect(wrong[0]).toContain('JOKER');
});

test('an_irregularity_goes_from_the_report_by_the_ruling_to_the_chips', async ({ staff, guest }) => {
    const desk = await staff('Dora', '/desk/grand');
    const pit = await staff('Petra', '/pit');
    const late = await staff('Paul', '/pit');
    await call(desk, 'open');
    const player = await guest('grand', 3, 'ante', 'pair_plus');
    const other = await guest('grand', 5, 'ante');
    await call(desk, 'close');
    await scan(desk, 'QSKH10D7S7D2C9C8D4H');
    await expect(purse(player)).toHaveText('$1,990');

    /* The form asks for what its case needs, shows what follows, and has done nothing yet. */
    await call(desk, 'report');
    const form = desk.getByRole('dialog'); /* by the keyboard alone: a dealer's other hand is on the cards */
    await desk.keyboard.type('exposed');
    await desk.keyboard.press('Enter');
    await expect(form.locator('[data-fact="exposed"]')).toBeVisible();
    await expect(form.getByLabel('Which cards?')).toBeFocused();
    await desk.keyboard.press('Tab');
    await desk.keyboard.press('ArrowRight');
    await expect(form.getByLabel('several')).toBeChecked();
    await expect(form.locator('.would')).toContainText('Void');
    await expect(form.locator('[data-seat="3"][data-wager="pair_plus"]')).toContainText('$5.00');
    await expect(form.locator('.would').getByRole('button', { name: 'Paragraph 5.4' })).toBeVisible();
    await expect(form.locator('.effects tfoot')).toContainText('$15.00');
    await sound_everywhere(desk, 'a report that is being made');
    await form.getByRole('button', { name: 'Choose another' }).press('Enter');

    /* A case that the book leaves to a person. */
    await expect(form.locator('.find input')).toBeFocused();
    await desk.keyboard.type('boxed');
    await desk.keyboard.press('Enter');
    await expect(form.locator('.would')).toContainText('Ruling');
    await expect(form.getByLabel('Which cards?')).toBeFocused();
    await desk.keyboard.press('Enter');
    await expect(desk.locator('.waiting-report')).toContainText('Reported: boxed card');
    await expect(player.locator('.gate')).toContainText('reported');
    await call(desk, 'confirm');
    await expect(player.locator('.gate')).toContainText('ruling');

    /* Both managers see it wait; the first one rules. */
    for (const one of [pit, late]) {
        await one.locator('[data-waiting="gate grand"]').getByRole('button', { name: 'Issue ruling' }).click();
        await one.getByRole('dialog').locator('[data-ruling="void"]').click();
        await one.getByRole('dialog').locator('form').first().getByLabel('Reason').fill('nobody can say whose card it is');
        await expect(one.locator('.would .effects tfoot')).toContainText('$15.00');
    }
    await sound_everywhere(pit, 'a ruling that is being made');
    await pit.getByRole('dialog').getByRole('button', { name: 'Issue ruling', exact: true }).click();
    await expect(pit.getByRole('dialog')).toHaveCount(0);
    await expect(purse(player)).toHaveText('$2,000');
    await expect(purse(other)).toHaveText('$2,000');
    await expect(player.locator('.result-head')).toContainText('void');

    /* The second comes too late: refused with the reason, and on record. */
    await late.getByRole('dialog').getByRole('button', { name: 'Issue ruling', exact: true }).click();
    await expect(late.getByRole('dialog').locator('.refused')).toContainText('No round is running');
    await expect(pit.locator('.incidents')).toContainText('nobody can say whose card it is');
    await expect(pit.locator('[data-waiting="gate grand"]')).toHaveCount(0);
    await expect(pit.locator('.incident-refused')).toContainText('Paul');
    await expect(purse(player)).toHaveText('$2,000');
});

test('a_desk_opened_in_two_places_is_said_and_can_be_taken_over', async ({ staff, guest }) => {
    const first = await staff('Dora', '/desk/grand');
    await expect(first.locator('.desk-state')).toContainText('At this desk since');
    await call(first, 'open');
    const player = await guest('grand', 3, 'ante');
    await call(first, 'close');
    await scan(first, '7S7D');
    const second = await staff('Dora', '/desk/grand');
    await expect(second.locator('.desk-state')).toContainText('Dora has this desk at another console');
    await expect(second.locator('.desk-state').getByRole('button', { name: 'Take it over' })).toBeVisible();
    await expect(second.locator('.refused')).toHaveAttribute('data-reason', 'desk_taken');
    await expect(second.locator('[data-call="report"]')).toBeDisabled();
    await second.keyboard.type('2c');
    await expect(second.locator('.entry .refused')).toHaveAttribute('data-reason', 'dealt_elsewhere');
    await expect(second.locator('.entry .refused')).toContainText('another console');
    await sound_everywhere(second, 'a desk that somebody else has');
    await second.getByRole('button', { name: 'Take it over' }).click();
    await expect(second.locator('.desk-state')).toContainText('At this desk since');
    await expect(first.locator('.desk-state')).toContainText('at another console');
    await noted(first, 'runs this table from another console');
    await expect(first.locator('[data-call="report"]')).toBeDisabled();

    /* The deal goes on where it was, and nothing is lost. */
    await scan(second, '2C9C8D4H');
    await play_hand(player);
    await call(second, 'reveal');
    await call(second, 'settle');
    await expect(purse(player)).toHaveText('$2,005');
});

test('a_card_is_burnt_unseen_and_a_misdeal_is_put_right', async ({ staff, guest }) => {
    const desk = await staff('Dora', '/desk/single');
    await call(desk, 'open');
    const [one, three] = [await guest('single', 1, 'ante'), await guest('single', 3, 'ante')];
    await call(desk, 'close');
    await expect(desk.locator('.entry-label')).toContainText('burn card');
    await desk.keyboard.press('b');
    await expect(desk.locator('.box.next')).toHaveAttribute('data-box', '1');
    await scan(desk, 'KH9CQDKD9D7S4C2H5H');

    /* What the record knows is not asked: the players have looked. */
    await expect(desk.locator('[data-call="report"]')).toBeEnabled();
    await expect(one.locator('.box.own .card.up')).toHaveCount(3);
    await expect(three.locator('.box.own .card.up')).toHaveCount(3);
    await call(desk, 'report');
    const form = desk.getByRole('dialog');
    await form.locator('[data-kind="misdeal"]').click();
    for (const seat of [1, 3]) await form.locator('.tick').filter({ hasText: `Position ${seat}` }).click();
    await form.locator('[data-fact="reconstructable"]').getByText('yes').click();
    await expect(form.locator('.question')).toHaveCount(1);
    await expect(form.locator('.would')).toContainText('Reconstruct, and options to the affected');
    await form.getByRole('button', { name: 'Report it' }).click();
    await expect(desk.locator('.gate-panel')).toContainText('A supervisor confirms or withdraws it');

    /* A supervisor confirms, enters the hands as they should be, and ends the choice. */
    const above = await staff('Sam', '/desk/single');
    await call(above, 'confirm');
    await call(above, 'mend');
    const hands = above.getByRole('dialog').locator('input');
    await expect(hands.nth(0)).toBeFocused();
    /* They are filled in as they were entered: only what was wrong is typed. */
    for (const [i, cards] of ['Kh Kd 4c', '9c 9d 2h', 'Qd 7s 5h'].entries()) await expect(hands.nth(i)).toHaveValue(cards);
    for (const [i, cards] of ['9c 9d 2h', '8c 6d', 'Qd7s5h'].entries()) await hands.nth(i).fill(cards);
    const wrong = above.getByRole('dialog').locator('.wrong');
    await expect(wrong).toHaveText('2 of 3 cards.');
    await above.getByRole('button', { name: 'Correct', exact: true }).click();
    await expect(above.getByRole('dialog').locator('.refused')).toContainText('not enough cards');
    await hands.nth(1).fill('8c 6d 9c');
    await expect(wrong).toHaveText(['9c is there twice.', '9c is there twice.']);
    await hands.nth(1).fill('8c 6d 1x');
    await expect(wrong).toHaveText('“1x” is not a card; write Qs or 10h.');
    await hands.nth(1).fill('8c 6d 3s');
    await expect(wrong).toHaveCount(0);
    await sound_everywhere(above, 'hands that are put right');
    await above.getByRole('button', { name: 'Correct', exact: true }).click();
    await expect(above.getByRole('dialog').locator('.refused')).toContainText('is not on the table');
    for (const [i, cards] of ['9c 9d Kd', '7s 4c 2h', 'Qd Kh 5h'].entries()) await hands.nth(i).fill(cards);
    await above.getByRole('button', { name: 'Correct', exact: true }).click();
    await expect(above.getByRole('dialog')).toHaveCount(0);
    await call(above, 'time');
    for (const player of [one, three]) await play_hand(player);
    await call(above, 'reveal');
    await call(above, 'settle');
    await expect(purse(one)).toHaveText('$2,010');
    await expect(purse(three)).toHaveText('$1,990');
});

test('where_a_player_banks_the_deal_begins_at_his_left_and_a_misdeal_is_ruled', async ({ staff, another }) => {
    const desk = await staff('Dora', '/desk/bay');
    const sit = async (seat: number) => {
        const { page } = await another();
        await page.goto('/table/bay');
        await page.getByRole('button', { name: `Sit here, position ${seat}` }).click();
        await expect(page.locator(`[data-box="${seat}"] .plate`)).toContainText('You');
        return page;
    };
    const [bank, six, two] = [await sit(4), await sit(6), await sit(2)];
    await call(desk, 'open');
    /* Box 2 says nothing, and the dealer offers the bank on. */
    await expect(two.getByRole('button', { name: 'Pass' })).toBeVisible();
    await expect(desk.locator('.desk-side')).toContainText(/The bank is offered to Guest \d+, position 2\./);
    await call(desk, 'pass');
    await expect(desk.locator('.desk-side')).toContainText(/offered to Guest \d+, position 4\./);
    await bank.getByRole('slider').fill('30000');
    await bank.getByRole('button', { name: 'Bank $300' }).click();
    await expect(desk.locator('[data-row="4"]')).toContainText('banks $300.00');
    await bet(two.locator('[data-box="2"]'), 'ante');
    await bet(six.locator('[data-box="6"]'), 'ante');
    await call(desk, 'close');

    /* From his left round the table: box 6 before box 2, the dealer's hand last. */
    for (const [place, cards] of [['Position 6', 'QSKH10D'], ['Position 2', '7S7D2C'], ['Dealer', '9C8D4H']] as const) {
        await expect(desk.locator('.entry-label')).toContainText(place, { ignoreCase: true });
        await scan(desk, cards);
    }
    for (const [seat, page] of [[6, six], [2, two]] as const) {
        const own = page.locator(`[data-box="${seat}"] .box-hand .hand`);
        await expect(own).toHaveAttribute('aria-label', seat === 6 ? /queen of spades.*king of hearts/i : /seven of spades.*seven of diamonds/i);
    }

    /* Nothing of this book is put right by the desk: no hands to enter, whatever is reported. */
    await call(desk, 'report');
    await desk.getByRole('dialog').locator('[data-kind="misdeal"]').click();
    await expect(desk.getByRole('dialog').locator('.would')).toContainText('Decided by the pit supervisor or above');
    await desk.getByRole('dialog').getByRole('button', { name: 'Report it' }).click();
    await call(desk, 'confirm');
    const pit = await staff('Sam', '/pit');
    await pit.locator('[data-waiting="gate bay"]').getByRole('button', { name: 'Issue ruling' }).click();
    await expect(pit.getByRole('dialog')).toContainText('misdeal');
    await expect(desk.locator('[data-call="mend"]')).toHaveCount(0);
    await pit.getByRole('dialog').locator('[data-ruling="void"]').click();
    await pit.getByRole('dialog').getByLabel('Reason').first().fill('dealt to the wrong side');
    await pit.getByRole('dialog').getByRole('button', { name: 'Issue ruling', exact: true }).click();
    for (const page of [two, six]) await expect(purse(page)).toHaveText('$2,000');
    await expect(bank.locator('.result-head')).toContainText('void');
});

test('on_a_tablet_the_felt_is_in_sight_and_dealt_cards_are_masked', async ({ staff, guest }) => {
    const desk = await staff('Dora', '/desk/grand');
    await desk.setViewportSize({ width: 1024, height: 768 });
    const inside = await desk.locator('.desk-table .felt').evaluate((felt) => {
        const box = felt.getBoundingClientRect();
        const last = [...felt.querySelectorAll('.box')].map((one) => one.getBoundingClientRect());
        return box.top >= 0 && box.bottom <= innerHeight && last.every((one) => one.left >= box.left && one.right <= box.right);
    });
    expect(inside).toBe(true);
    await call(desk, 'open');
    const player = await guest('grand', 3, 'ante');
    await call(desk, 'close');
    await scan(desk, '9S9H4DASKS2S');
    await expect(player.locator('[data-move=fold]')).toBeVisible();
    await expect(desk.locator('.tiny-card.masked')).toHaveCount(6);
    await expect(desk.locator('.entered')).not.toContainText('9');
    await desk.getByRole('button', { name: 'Show the cards' }).click();
    await expect(desk.locator('.tiny-card.masked')).toHaveCount(0);
});
