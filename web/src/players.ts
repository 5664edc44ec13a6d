/* players.ts -- everything that players load, as one file. The pages behind doors (door.tsx) import it, so that
 * the bundler puts all that they share with players' pages together; otherwise it would make a small file for
 * every way of sharing, and over HTTP/1.1 each file has a connection to open or to wait for. */
import './history_page.tsx';
import './jackpot_page.tsx';
import './lobby_page.tsx';
import './rules_page.tsx';
import './table_page.tsx';
