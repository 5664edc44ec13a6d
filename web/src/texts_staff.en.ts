/* texts_staff.en.ts -- every word that the consoles themselves say, in English.
 *
 * What happened, what the book says, why something is refused and what it comes to are the server's
 * words. Whoever translates copies this file, as texts.en.ts. */
const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });

export const staff = {
    refused: 'Refused.',
    done: 'Done.',
    figures_of: (what: string) => `${what}, figures`,
    not_money: 'Write an amount in dollars: 50, 12.50 or 1,250.',
    whole_money: (cents: number) => whole.format(cents / 100),

    sign_in_first: 'Sign in first',
    sign_in_lead: (console: string) => `The ${console.toLowerCase()} is for those who work here.`,
    closed_door: (console: string) => `The ${console.toLowerCase()} is not open to you`,
    you_are: (name: string, role: string) => `You are signed in as ${name}, ${role}.`,
    other_account: 'Another account',

    calls: {
        open: 'Place your bets', close: 'No more bets', deal: 'Deal', reveal: 'Reveal dealer', settle: 'Settle (take and pay)',
        confirm: 'Confirm', drop: 'Withdraw report', time: 'Time is up', pass: 'Pass the bank on', report: 'Report an irregularity', rule: 'Ruling', mend: 'Correct the deal',
    } as Record<string, string>,
    gates: { report: 'Awaiting confirmation', ruling: 'Awaiting floor ruling', options: 'Players choose', withdrawal: 'Players may withdraw', mending: 'Awaiting correction' } as Record<string, string>,
    becomes: { returned: 'returned', lost: 'lost', lose: 'lost', win: 'won', paid: 'paid', settled: 'settled', push: 'push' } as Record<string, string>,

    desk: {
        title: (table: string) => `Desk: ${table}`,
        offered: (name: string, seat: number) => `The bank is offered to ${name}, position ${seat}.`,
        which: 'Which table?',
        automatic: 'Automatic', by_hand: 'live dealer',
        calls: 'Calls', answers: 'Answers', forms: 'Irregularities', cards: 'Cards', counts: 'Counts',
        next_card: 'Next card:', no_card_due: 'No card is due', card_hint: 'qs, or scan',
        place_box: (seat: number) => `position ${seat}`, place_dealer: 'dealer', place_burn: 'burn card',
        burn_unseen: 'Burned unseen',
        put_aside: (cards: string) => `Not entered: ${cards}. Check the table, then enter the card that is due.`,
        take_back: 'Take back',
        entered: (n: number) => `${plural(n, 'card', 'cards')} entered:`,
        hands: 'Hands', cards_out: 'Cards out', deciding: 'To decide', exposed: 'Exposed',
        look: 'Look at the hand at position', boxes: 'Positions', masked: 'dealt', show_cards: 'Show the cards', hand: 'Hand', net: 'Net', to_act: 'to decide', banks: (amount: string) => `banks ${amount}`,
        confirm_above: 'A supervisor confirms or withdraws it.', reported: 'Reported', reported_as: (kind: string) => `Reported: ${kind}`,
        goes_on: (mode: string) => `then: ${mode}`, reported_by: (role: string) => `by the ${role}`,
        free: 'No dealer at this desk.', yours: (since: string) => `At this desk since ${since}.`,
        taken: (name: string, since: string) => `${name} has this desk at another console since ${since}.`,
        take: 'Take the desk', give: 'Leave the desk', take_over: 'Take it over',
    },

    report: {
        title: 'Irregularity', find: 'Find: exposed, count, boxed…', not_now: 'not right now',
        report: 'Report it', another: 'Choose another',
        then: 'Nothing has been done yet. A report stops the game; it takes effect when it is confirmed.',
    },
    form: {
        seats: 'Which positions?', seat: 'Which position?', player: 'Which player?', wager: 'Which wager?', amount: 'Amount in dollars', cards: 'Which cards?',
        mode: 'How does play continue?', choose: 'Choose…',
        one_more: (question: string) => `One more question: ${question}`,
        answers: { this_round: 'Yes, in this round', later_round: 'No, after the next one began' } as Record<string, string>,
        missing: { mode: 'Choose how play continues' } as Record<string, string>,
    },
    would: {
        title: 'What follows', box: 'Position', player: 'Player', wager: 'Bet', hand: 'the hand, in all', staked: 'Amount', becomes: 'Becomes', back: 'Returned', total: 'Total',
        no_effects: 'No bet changes.', decides: (role: string) => `Decided by the ${role} or above`, and: (one: string, other: string) => `${one}, and ${other}`,
    },
    ruling: {
        title: 'Ruling', which: 'Choose a ruling', reason: 'Reason', reason_note: 'It is recorded with the ruling.', reason_to_come: '…', rule: 'Issue ruling', not_now: 'Not possible now, or not for your role.',
    },
    ruling_names: {
        continue: 'Continue', void: 'Void the round', return: 'Return the hand', settle: 'Pay a set amount', bar: 'Bar the player', stop: 'Suspend player',
        restrict: 'Limit to one position', free: 'Lift restrictions', permit: 'Allow withdrawal', close_table: 'Close the table', reopen_table: 'Reopen the table',
        disable: 'Close position', enable: 'Reopen position', no_jackpot: 'No jackpot bets', jackpot_on: 'Jackpot bets again', preset: 'As the rulebook presets',
        return_wager: 'Return one bet', correct: 'Correct a bet', looked: 'Record a look', not_looked: 'Strike a look',
    } as Record<string, string>,
    rulings: {
        continue: 'The round continues.', void: 'The round is void; all bets are returned.', return: 'The hand is out and its bets are returned.',
        settle: 'The bet gets this much back, its stake included.', bar: 'The player is barred and their bets are returned.',
        stop: 'No more bets or decisions by this player.', restrict: 'The player may play only one position.', free: 'All restrictions on this player are lifted.',
        permit: 'The other players may take their bets back.', close_table: 'No more rounds here.', reopen_table: 'Rounds may be opened again.',
        disable: 'No bets at this position.', enable: 'Bets are taken at this position again.', no_jackpot: 'No jackpot bets; a notice is shown.',
        jackpot_on: 'Jackpot bets are taken again.', preset: 'What the rulebook presets.',
        return_wager: 'This bet is returned; the hand plays on.', correct: 'The record gets the amount that is on the layout.',
        looked: 'The record shows that the hand was looked at.', not_looked: 'The record shows that the hand was not looked at.',
    } as Record<string, string>,
    mend: {
        title: 'Corrected hands', mend: 'Correct', as_recorded: 'The record is right',
        no_card: (text: string) => `“${text}” is not a card; write Qs or 10h.`, twice: (card: string) => `${card} is there twice.`,
        count: (n: number, wanted: number) => `${n} of ${plural(wanted, 'card', 'cards')}.`,
        lead: { move: 'Whole hands change places; no card may come or go.', reconstruct: 'Enter every hand as it should have been dealt; at most one card may be new.', burn: 'Move the deal on by one card, as if the first had been burned.', order: 'Enter the hands in the order decided; no card may come or go.' } as Record<string, string>,
    },

    pit: {
        waiting: 'Waiting for you', nothing_waits: 'All clear.', tables_open: 'Tables open', people: 'At the tables', staked: 'On the layouts', tables: 'Tables',
        sound_on: 'Sound on', sound_off: 'Sound off', show: 'Show',
        waits_for: { report: 'A report to confirm', ruling: 'A ruling', options: 'Players have a choice', withdrawal: 'Bets may be withdrawn', mending: 'A deal to correct' } as Record<string, string>,
        hit: (jackpot: string) => `Jackpot hit: ${jackpot}`, hit_of: (name: string, table: string, seat: number) => `${name}, table ${table}, position ${seat}`,
        owed: (jackpot: string) => `Unpaid award: ${jackpot}`,
        type_amount: 'Type the amount to pay', sign_hit: 'Sign for the hit', two_needed: 'Two people have to confirm a hit of this size. You sign first.',
        signed_by: (name: string) => `${name} has signed. You pay it.`, second_needed: 'You have signed. A second person has to confirm it.',
        hit_value: 'Value', frozen: '(frozen)', round: 'Round', dealt: 'Dealt', place: 'In line', first_in_line: 'first', not_first: 'another hit comes first',
        confirm_hit: 'Confirm the hit', more: 'Reject or reorder…', reject_reason: 'Why is it rejected?', reject_hit: 'Reject the hit', new_place: 'Place in line, from 1', set_place: 'Set the place', place_reason: 'Why this place?',
        table: 'Table', phase: 'Phase', since: 'For', seats: 'Seated', bank_drop: 'Bank / drop', dealer: 'Dealer', marks: 'Alerts',
        automatic: 'Automatic', nobody: 'No dealer', flagged: (n: number) => `${n} restricted`, jackpot_off: 'jackpot off', seated: (n: number) => `${n} seated`,
        restrictions: 'Restrictions', no_restrictions: 'No restrictions here.', free: 'Lift…', replay: 'Rounds', watch: 'Watch',
    },
    alerts: {
        waits_long: 'long wait', hit_waits: 'hit waiting', link_down: 'link down', bank_short: 'bank short', no_dealer: 'no dealer', void_often: 'many voids',
    } as Record<string, string>,
    limits: { title: 'Limits', least: 'From', most: 'To', change: 'Change the limits' },
    jackpots: {
        title: 'Jackpots', link: 'Link', link_up: 'The link is up.', link_down: 'The link is down: it takes no bets and pays no hits. Its tables do not stop automatically; issue a ruling at each (no jackpot bets, or close it).', say_up: 'Report link restored', say_down: 'Report link down',
        down: 'link down', tables: (n: number) => plural(n, 'table', 'tables'), parameters: 'Parameters', change: 'Change',
    },
    unpaid: {
        title: 'Unpaid awards', note: 'Awards not registered because the link was down. A claimed award waits as a hit and is confirmed like any other; one that is written off is not paid.',
        round: (round: number) => `round ${round}`, claim: 'Claim the award', strike: 'Write it off',
    },
    meters: { value: 'Meter', reset: 'Reset', reserve: 'Reserve', overflow: 'Overflow', pending: 'Pending', contributed: 'Contributed', awarded: 'Awarded' },
    parameters: {
        bet: 'Bet', fixed: 'Contribution per bet', rate: 'Contribution rate', reserve_rate: 'Reserve rate', reset: 'Reset value', ceiling: 'Ceiling',
    } as Record<string, string>,
    new_table: {
        title: 'New table', name: 'Name', name_note: 'Lower-case letters, digits and hyphens; used in links and records.', heading: 'Display name', rulebook: 'Rulebook',
        rest: (title: string) => `Blank fields copy ${title}, except the jackpot.`,
        rest_of_book: 'There is no table of this rulebook yet; blank fields use the system’s presets.', both_ends: 'Enter both limits, or leave both blank.',
        positions: 'Positions', positions_note: 'A number of positions, from 1', jackpot: 'Jackpot', no_jackpot: 'No jackpot', dealt: 'Dealt by',
        by: { person: 'a dealer, with the system’s deck', physical: 'a dealer, with real cards', automatic: 'the system' } as Record<string, string>, open: 'Open the table',
    },
    incidents: { operator: 'operator', title: 'Incidents', none: 'No incidents.', time: 'Time', kind: 'Kind', who: 'Who', table: 'Table', what: 'What' },
    incident_kinds: { refused: 'refused', desk: 'desk', report: 'report', ruling: 'ruling', void: 'void', recall: 'card taken back', award: 'award', reject: 'rejected hit', claim: 'claimed award', strike: 'written off', link: 'link', limits: 'limits', parameters: 'parameters', table: 'table', lock: 'locked out' } as Record<string, string>,
    replay: { title: (table: string) => `Rounds: ${table}`, as: 'As seen by', house: 'the house', lines: 'Settlement', none: 'No round has been played here yet.' },

    cage: {
        balance: 'Chips outstanding (net)', agrees: 'Agrees with the ledger', differs: 'DOES NOT AGREE WITH THE LEDGER. Stop and call the shift manager.',
        parts: { chips: 'Players’ chips', layout: 'On the layouts', house: 'House', drop: 'Drop boxes', meters: 'Jackpots' },
        window: 'Window', find: 'Patron', find_hint: 'Name or number', to: 'To', to_whom: 'To whom?', other_person: 'Another patron',
        nobody: 'No patron of that name or number.', number: (n: number) => `No. ${n}`, barred: 'barred', guest: 'guest', at: (tables: string) => `at ${tables}`,
        house: 'the house', business: 'Transaction', amount: 'Amount', kind: 'What', who: 'Who', by: 'By',
        kinds: {
            buy_in: 'Buy in', cash_out: 'Cash out', transfer: 'Transfer', box: 'Drop collected', top_up: 'Play money', opening: 'Opening',
            fill: 'Fill', credit: 'Credit', float: 'Cash from the vault', vault: 'Cash to the vault', reversal: 'Reversal',
        } as Record<string, string>,
        cash: 'Cash in the drawer', cash_lead: 'Opening float and cash from the vault, plus buy-ins, less cash-outs and cash to the vault. Count the drawer against it.',
        drawer: 'Drawer', drawer_short: 'More cash has been paid out than was put in. Enter the opening float.', fills: 'Fills and credits',
        fills_lead: 'A fill takes chips from the cage to a table; a credit brings them back.', table: 'Table',
        id_needed: (day: string, from: string) => `Cash today with this: ${day}. From ${from} a day the patron must be identified.`,
        id_checked: 'I have checked the patron’s ID', id_seen: 'ID checked',
        receipt: 'Receipt', print: 'Print', entry: (n: number) => `Entry ${n}`, reverse: 'Reverse…', reverse_now: 'Reverse the entry', reverse_reason: 'Why is it reversed?',
        reverse_lead: 'What it moved goes back under a new entry that names this one. Both stay on record. A shift manager who did not make the entry reverses it.',
        reverses: (what: string, n: number) => `${what}, entry ${n}`, reversed: 'reversed', patron_signs: 'Patron', cashier_signs: 'Cashier', time: 'Time',
        done: (what: string, amount: string) => `${what}: ${amount}. Done.`,
        boxes: 'Drop boxes', boxes_lead: 'Collections of tables with a player-dealer.', no_boxes: 'All drop boxes are empty.', empty: 'Collect drop…', empty_now: 'Collect it now', not_now: 'Cancel',
        movements: 'Last transactions', no_movements: 'No transactions yet.',
    },

    office: {
        period: 'Period', period_from: 'From', period_to: 'To', show: 'Show', running: 'Current shift',
        shifts: 'Shifts', no_shifts: 'No shift has been closed yet.', shift: (n: number) => `Shift ${n}`, close_shift: 'Close the shift…', close_now: 'Close shift',
        close_lead: 'Figures up to this moment become the shift’s report and are final.', note: 'Note', closed_by: (name: string) => `closed by ${name}`, print: 'Print',
        columns: {
            rounds: 'Rounds', an_hour: 'Rounds/h', voids: 'Void', handle: 'Handle', win: 'Win', hold: 'Hold', expected: 'Expected', sd: 'Std. deviation', sigmas: 'Sigmas', drop: 'Drop', bets: 'Bets',
        },
        sections: {
            win: 'Win against expectation', hold: 'Hold by table', tables: 'Tables', rulebooks: 'Rulebooks', wagers: 'Wagers', jackpots: 'Jackpots', cage: 'Cage', incidents: 'Incidents and rulings', sign_ins: 'Sign-ins',
        },
        without_hits: 'without jackpot hits', without_jackpot: 'without jackpot wagers', off_scale: (amount: string) => `${amount}, off the scale`,
        base_hold: (hold: string) => `without jackpot wagers: ${hold}`,
        hits_paid: (n: number, amount: string) => `${plural(n, 'jackpot hit', 'jackpot hits')} in this time: ${amount}.`,
        base: (win: string, expected: string, handle: string, hold: string) => `All other wagers: win ${win}, expected ${expected}, handle ${handle}, hold ${hold}.`,
        apart_note: 'Win, hold and sigmas above and in the tables include the hits; a single hit lies far outside any deviation. Charts clip values off the scale and mark them with an arrow.',
        bands: 'one and two sigmas', expected_two: 'expected, two sigmas',
        nothing_played: 'No rounds in this period.',
        win_plot_label: (win: string, expected: string, sd: string) => `Win ${win}, expected ${expected}, standard deviation ${sd}`,
        hold_plot_label: (tables: string) => `Hold by table: ${tables}`,
        identity: 'Meter and ledger', adds_up: 'add up', does_not: 'DO NOT ADD UP', hits: 'Hits', state: 'State', no_jackpots: 'This house has no linked jackpot.',
        cage: { opening: 'Opening balance', buy_ins: 'Buy-ins', cash_outs: 'Cash-outs', transfers: 'Transfers', boxes: 'Drop collected', fills: 'Fills', credits: 'Credits', closing: 'Closing balance' },
        ledger: 'Ledger', agrees: 'agrees', differs: 'DOES NOT AGREE', called_off: (withheld: number, cut_off: number) => `${withheld} by a withheld share, ${cut_off} interrupted after the deal`,
        unreckoned: (n: number) => `${plural(n, 'round', 'rounds')} without an expectation`, no_sign_ins: 'No sign-ins.', from: 'From',
        audit: 'Audit', audit_lead: 'on the house’s store must find the same root at the same record.', seq: 'Last record', root: 'Root',
        signed_manager: 'Shift manager', signed_auditor: 'Auditor',
    },
};
