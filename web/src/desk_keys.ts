/* desk_keys.ts -- one key for each call and form of the desk: letters that no card is written with, so that
 * a card too many can never become a call. */
export const call_keys: [string, string][] = [
    ['open', 'O'], ['close', 'N'], ['deal', 'G'], ['reveal', 'R'], ['settle', 'P'],
];
export const answer_keys: [string, string][] = [['confirm', 'Y'], ['drop', 'X'], ['time', 'M'], ['pass', 'L']];
export const form_keys: [string, string][] = [['report', 'I'], ['rule', 'U'], ['mend', 'W']];
export const burn_key = 'B';
