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
        open: 'Place your bets', close: 'No more bets', deal: 'Deal', reveal: 'Open the dealer’s hand', settle: 'Pay and take',
        confirm: 'Confirm', drop: 'Drop the report', time: 'Time is up', pass: 'Offer the bank on', report: 'Something went wrong', rule: 'Ruling', mend: 'Put the hands right',
    } as Record<string, string>,
    gates: { report: 'Report waits', ruling: 'Ruling awaited', options: 'Players choose', withdrawal: 'Players may withdraw' } as Record<string, string>,
    becomes: { returned: 'returned', lost: 'lost', lose: 'lost', win: 'won', paid: 'paid', settled: 'settled', push: 'stand-off' } as Record<string, string>,

    desk: {
        title: (table: string) => `Desk: ${table}`,
        offered: (name: string, seat: number) => `The bank is offered to ${name}, box ${seat}.`,
        which: 'Which table?',
        automatic: 'deals by itself', by_hand: 'dealt by a person',
        calls: 'Calls', answers: 'Answers', forms: 'When something is wrong', cards: 'Cards', counts: 'Counts',
        next_card: 'Next card:', no_card_due: 'No card is due', card_hint: 'qs, or scan',
        place_box: (seat: number) => `box ${seat}`, place_dealer: 'dealer', place_burn: 'burn card',
        burn_unseen: 'Burnt unseen',
        put_aside: (cards: string) => `Not entered: ${cards}. Look at the table, then enter what is due.`,
        take_back: 'Take back',
        entered: (n: number) => `${plural(n, 'card', 'cards')} entered:`,
        hands: 'Hands', cards_out: 'Cards out', deciding: 'To decide', exposed: 'Exposed',
        look: 'Look at the hand of box', boxes: 'Boxes', hand: 'Hand', net: 'Net', to_act: 'to decide', banks: (amount: string) => `banks ${amount}`,
        confirm_above: 'Somebody above you confirms or drops it.', reported: 'What was reported', reported_as: (kind: string) => `Reported: ${kind}`,
        goes_on: (mode: string) => `then: ${mode}`, reported_by: (role: string) => `by the ${role}`,
        free: 'Nobody is at this desk.', yours: (since: string) => `This desk is yours since ${since}.`,
        taken: (name: string, since: string) => `${name} has this desk at another console since ${since}.`,
        take: 'Take the desk', give: 'Leave the desk', take_over: 'Take it over',
    },

    report: {
        title: 'What went wrong?', find: 'Find: exposed, count, boxed…', not_now: 'not at this moment',
        report: 'Report it', another: 'Something else',
        then: 'Nothing has been done yet. A report stops the game; it acts when it is confirmed.',
    },
    form: {
        seats: 'Which boxes?', seat: 'Which box?', player: 'Which player?', wager: 'Which wager?', amount: 'Amount in dollars', cards: 'Which cards?',
        mode: 'How to go on?', choose: 'Choose…',
        missing: { mode: 'Say how the game is to go on' } as Record<string, string>,
    },
    would: {
        title: 'What follows', box: 'Box', player: 'Player', wager: 'Wager', staked: 'Staked', becomes: 'Becomes', back: 'Goes back', total: 'Total',
        no_effects: 'No wager changes.', decides: (role: string) => `Decided by the ${role} or above`, and: (one: string, other: string) => `${one}, and ${other}`,
    },
    ruling: {
        title: 'Ruling', which: 'What is ruled?', reason: 'Reason', reason_note: 'It is recorded with the ruling.', reason_to_come: '…', rule: 'Rule',
    },
    rulings: {
        continue: 'The round goes on.', void: 'The round is void; all wagers go back.', return: 'The hand is out, and its wagers go back.',
        settle: 'The wager gets this much back, its stake included.', bar: 'The player is barred, his wagers go back.',
        stop: 'No further bets and decisions by this player.', restrict: 'The player is held to one position.', free: 'All restrictions of this player are lifted.',
        permit: 'The others may take their wagers back.', close_table: 'No further rounds here.', reopen_table: 'Rounds may be opened again.',
        disable: 'No bets at this position.', enable: 'Bets are taken at this position again.', no_jackpot: 'No jackpot bets, with a notice.',
        jackpot_on: 'Jackpot bets are taken again.', preset: 'What the book presets.',
    } as Record<string, string>,
    mend: {
        title: 'The hands as they should be', mend: 'Put right',
        no_card: (text: string) => `“${text}” is not a card; write Qs or 10h.`, twice: (card: string) => `${card} is there twice.`,
        count: (n: number, wanted: number) => `${n} of ${plural(wanted, 'card', 'cards')}.`,
        lead: { move: 'Whole hands change places; no card may come or go.', reconstruct: 'Enter every hand as it should have fallen.' } as Record<string, string>,
    },

    pit: {
        waiting: 'Waiting for you', nothing_waits: 'Nothing waits.', tables_open: 'Tables open', people: 'At the tables', staked: 'On the layouts', tables: 'Tables',
        sound_on: 'Sound on', sound_off: 'Sound off', show: 'Show',
        waits_for: { report: 'A report to confirm', ruling: 'A ruling', options: 'Players have a choice', withdrawal: 'Wagers may be withdrawn' } as Record<string, string>,
        hit: (jackpot: string) => `Jackpot hit: ${jackpot}`, hit_of: (name: string, table: string, seat: number) => `${name}, table ${table}, box ${seat}`,
        hit_value: 'Value', frozen: '(frozen)', round: 'Round', dealt: 'Dealt', place: 'In line', first_in_line: 'first', not_first: 'another hit is before it',
        confirm_hit: 'Confirm the hit', more: 'Otherwise…', reject_reason: 'Why is it rejected?', reject_hit: 'Reject the hit', new_place: 'Place in the line, from 1', set_place: 'Set the place', place_reason: 'Why this place?',
        table: 'Table', phase: 'Phase', since: 'For', seats: 'Seated', bank_drop: 'Bank / drop', dealer: 'Dealer', marks: 'Alerts',
        automatic: 'by itself', nobody: 'nobody', flagged: (n: number) => `${n} restricted`, jackpot_off: 'jackpot off', seated: (n: number) => `${n} seated`,
        restrictions: 'Restrictions', no_restrictions: 'Nobody is restricted here.', free: 'Lift…', replay: 'Rounds', watch: 'Watch',
    },
    alerts: {
        waits_long: 'waits long', hit_waits: 'hit waits', link_down: 'link is down', bank_short: 'bank is short', no_dealer: 'no dealer', void_often: 'often void',
    } as Record<string, string>,
    limits: { title: 'Limits', least: 'From', most: 'To', change: 'Change the limits' },
    jackpots: {
        title: 'Jackpots', link: 'Link', link_up: 'The link is up.', link_down: 'The link is lost: it takes no bets and pays no hits. Bets at its tables do not stop by themselves; rule at each table how it goes on (no jackpot, or close it).', say_up: 'The link is back', say_down: 'The link is lost',
        down: 'link is lost', tables: (n: number) => plural(n, 'table', 'tables'), parameters: 'Parameters', change: 'Change',
    },
    unpaid: {
        title: 'Not paid yet', note: 'Awards that the jackpot did not hear of. One that is claimed waits as a hit and is confirmed like any other; one that is struck off is not paid.',
        round: (round: number) => `round ${round}`, claim: 'Claim the award', strike: 'Strike it off',
    },
    meters: { value: 'Meter', reset: 'Reset', reserve: 'Reserve', overflow: 'Overflow', pending: 'Pending', contributed: 'Contributed', awarded: 'Awarded' },
    parameters: {
        bet: 'Bet', fixed: 'Of each bet into the meter', rate: 'Rate into the meter', reserve_rate: 'Rate into the reserve', reset: 'Reset value', ceiling: 'Ceiling',
    } as Record<string, string>,
    new_table: {
        title: 'New table', name: 'Name', name_note: 'Small letters, digits and hyphens; it stands in addresses and records.', heading: 'Title that people read', rulebook: 'Rulebook',
        rest: (title: string) => `What is left empty is as at ${title}, the first table of that rulebook.`,
        rest_of_book: 'The house has no table of this rulebook; what is left empty is as the system presets it.', both_ends: 'Give both ends, or leave both empty.',
        positions: 'Positions', positions_note: 'A number of positions, from 1', jackpot: 'Jackpot', no_jackpot: 'none', dealt: 'Dealt by',
        by: { person: 'a person, with the system’s deck', physical: 'a person, with real cards', automatic: 'the system' } as Record<string, string>, open: 'Open the table',
    },
    incidents: { operator: 'operator', title: 'Incidents', none: 'Nothing has happened.', time: 'Time', kind: 'Kind', who: 'Who', table: 'Table', what: 'What' },
    incident_kinds: { refused: 'refused', desk: 'desk', report: 'report', ruling: 'ruling', void: 'void', recall: 'card taken back', award: 'award', reject: 'rejected hit', claim: 'claimed award', strike: 'struck off', link: 'link', limits: 'limits', parameters: 'parameters', table: 'table', lock: 'locked out' } as Record<string, string>,
    replay: { title: (table: string) => `Rounds: ${table}`, as: 'As seen by', house: 'the house', lines: 'Settlement', none: 'No round has been played here yet.' },

    cage: {
        balance: 'Balance of the cage', agrees: 'Agrees with the ledger', differs: 'DOES NOT AGREE WITH THE LEDGER. Stop, and call the shift manager.',
        parts: { chips: 'Players’ chips', layout: 'On the layouts', house: 'House', drop: 'Drop boxes', meters: 'Jackpots' },
        window: 'At the window', find: 'Who is it?', find_hint: 'Name or number', to: 'To', to_whom: 'To whom?', other_person: 'Somebody else',
        nobody: 'Nobody of that name or number.', number: (n: number) => `No. ${n}`, barred: 'barred', guest: 'guest', at: (tables: string) => `at ${tables}`,
        house: 'the house', business: 'What is it?', amount: 'Amount', kind: 'What', who: 'Who', by: 'By',
        kinds: { buy_in: 'Buy in', cash_out: 'Cash out', transfer: 'Transfer', box: 'Box emptied', top_up: 'Play money', opening: 'Opening' } as Record<string, string>,
        done: (what: string, amount: string) => `${what}: ${amount}. Done.`,
        boxes: 'Drop boxes', boxes_lead: 'Collections of tables where a player banks.', no_boxes: 'All boxes are empty.', empty: 'Empty into the cage…', empty_now: 'Empty it now', not_now: 'Not now',
        movements: 'Last movements', no_movements: 'Nothing has moved yet.',
    },

    office: {
        period: 'Period', period_from: 'From', period_to: 'To', show: 'Show', running: 'The shift that runs',
        shifts: 'Shifts', no_shifts: 'No shift has been closed yet.', shift: (n: number) => `Shift ${n}`, close_shift: 'Close the shift…', close_now: 'Close it now',
        close_lead: 'Figures up to this moment become the shift’s report and stay as they are.', note: 'Note', closed_by: (name: string) => `closed by ${name}`, print: 'Print',
        columns: {
            rounds: 'Rounds', an_hour: 'Rounds/h', voids: 'Void', handle: 'Handle', win: 'Win', hold: 'Hold', expected: 'Expected', sd: 'Deviation', sigmas: 'Sigmas', drop: 'Drop', bets: 'Bets',
        },
        sections: {
            win: 'Win against expectation', hold: 'Hold by table', tables: 'Tables', rulebooks: 'Rulebooks', wagers: 'Wagers', jackpots: 'Jackpots', cage: 'Cage', incidents: 'Incidents and rulings', sign_ins: 'Sign-ins',
        },
        without_hits: 'without jackpot hits', without_jackpot: 'without jackpot wagers', off_scale: (amount: string) => `${amount}, off the scale`,
        base_hold: (hold: string) => `without jackpot wagers: ${hold}`,
        hits_paid: (n: number, amount: string) => `${plural(n, 'jackpot hit', 'jackpot hits')} in this time: ${amount}.`,
        base: (win: string, expected: string, handle: string, hold: string) => `All other wagers: win ${win}, expected ${expected}, handle ${handle}, hold ${hold}.`,
        apart_note: 'Win, hold and sigmas above and in the tables include the hits; a single hit lies far outside any deviation. In the pictures what leaves the scale is cut off and marked with an arrow.',
        bands: 'one and two sigmas', expected_two: 'expected, two sigmas',
        nothing_played: 'Nothing has been played in this time.',
        win_plot_label: (win: string, expected: string, sd: string) => `Win ${win}, expected ${expected}, deviation ${sd}`,
        hold_plot_label: (tables: string) => `Hold by table: ${tables}`,
        identity: 'Meter and ledger', adds_up: 'add up', does_not: 'DO NOT ADD UP', hits: 'Hits', state: 'State', no_jackpots: 'This house has no linked jackpot.',
        cage: { opening: 'Opening balance', buy_ins: 'Buy-ins', cash_outs: 'Cash-outs', transfers: 'Transfers', boxes: 'Boxes emptied', closing: 'Closing balance' },
        ledger: 'Ledger', agrees: 'agrees', differs: 'DOES NOT AGREE', unreckoned: (n: number) => `${plural(n, 'round', 'rounds')} without an expectation`, no_sign_ins: 'Nobody has signed in.', from: 'From',
        audit: 'Audit', audit_lead: 'on the house’s store must find the same root at the same record.', seq: 'Last record', root: 'Root',
        signed_manager: 'Shift manager', signed_auditor: 'Auditor',
    },
};
