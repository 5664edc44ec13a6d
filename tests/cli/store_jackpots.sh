#!/bin/sh
# store_jackpots.sh -- trey store jackpots: the books of linked jackpots, and what breaks them.
set -u
. "$(dirname "$0")/expect.sh"
trey=$bin/trey
cd "$work" || exit 1
"$bin/make_house" . all 2 || exit 1

# One hit was confirmed, one rejected, one waits; the reset value was changed in between.
run 0 "$trey" store jackpots house.trey
out_has 'big  $10,001'
out_has 'bet $5, of which 20 % go to the display and 5 % to the reserve'
out_has 'reset value $10,001, ceiling $12,004'
out_has 'awards are $12,004 paid, $0 in 0 fixed awards, $10,012 waiting'
out_has 'the sums hold to the cent after each of 30 events'
out_has 'hits: 3'
out_has 'table linked two, box 2, player 2, round 1'
out_has '100 % of the display, $12,004: confirmed by 901 (shift_manager), 2026-01-01 00:00:00 UTC'
out_has '100 % of the display, $10,009: rejected by 902 (shift_manager), 2026-01-01'
out_has ': the camera saw it'
out_has '100 % of the display, $10,012: pending'
out_has 'changes of parameters: 1'
out_has 'by 901 (shift_manager): a round number'
out_has 'reset value from $10,000 to $10,001'
# The sum is on the page, and comes out: start + contributions + seeds - releases - awards.
awk '{ gsub(/[$,]/, "") } $1 == "start" { sum = $2 } $1 == "+" { sum += $3 } $1 == "-" { sum -= $3 }
     $1 == "=" { found = 1; exit sum != $3 } END { if (!found) exit 1 }' "$work/out" ||
    fault 'the sums on the page do not come out'
cp "$work/out" all
run 0 "$trey" store jackpots house.trey big
cmp -s all "$work/out" || fault 'the one jackpot by its name is another'

run 0 "$trey" store jackpots house.trey --json
"$bin/json_check" <"$work/out" || fault 'this is not JSON'
out_has '"display": 1000100, "start": 1200000, "contributions": 1600, "seeds": 2000100, "releases": 0'
out_has '"awards": 2201600, "awards_paid": 1200400, "awards_fixed": 0, "awards_pending": 1001200'
out_has '"reserve": 0, "overflow": 200, "events": 30, "sums_hold": true'
out_has '"table": "linked two", "box": 2, "player": 2, "round": 1, "share_percent": 100, "value": 1200400'
out_has '"state": "rejected", "by": 902, "role": "shift_manager", "decided": "2026-01-01T00:00:0'
out_has '"state": "pending"}'
out_has '"before": {"bet": 500, "fixed": 0, "rate_millionths": 200000, "reserve_rate_millionths": 50000, "reset": 1000000'

# 1: sums that do not hold. The last display is an earlier one.
cat >guards.sql <<'SQL'
DROP TRIGGER record_unchanged;
SQL
valued="type = 3 AND substr(body, 2, 1) = x'02' AND stream = (SELECT id FROM stream WHERE kind = 2)"
cp house.trey broken.trey
{
    cat guards.sql
    echo "UPDATE record SET body = (SELECT body FROM record WHERE $valued ORDER BY seq LIMIT 1)"
    echo " WHERE seq = (SELECT max(seq) FROM record WHERE $valued);"
} >broken.sql
run 0 "$bin/sqlite_load" broken.trey broken.sql
run 1 "$trey" store jackpots broken.trey
out_has 'the sums do not hold after record '
run 1 "$trey" store jackpots broken.trey --json
out_has '"sums_hold": false, "broken_after_record": '

# 3: records that are none of a jackpot.
cp house.trey bad.trey
{
    cat guards.sql
    echo "UPDATE record SET body = x'ff' WHERE seq = (SELECT max(seq) FROM record WHERE $valued);"
} >bad.sql
run 0 "$bin/sqlite_load" bad.trey bad.sql
run 3 "$trey" store jackpots bad.trey
err_has 'is none of a jackpot; `trey verify` tells more'
err_lines 1

# 2: no such jackpot, no such store; a store without any has nothing to list.
run 2 "$trey" store jackpots house.trey small
err_has 'there is no jackpot called small'
run 2 "$trey" store jackpots none.trey
err_lines 1
run 2 "$trey" store jackpots
run 2 "$trey" store jackpots house.trey big more
run 0 "$trey" store init empty.trey
run 0 "$trey" store jackpots empty.trey
out_has 'there is no linked jackpot in this store'
run 0 "$trey" store jackpots empty.trey --json
out_has '{"jackpots": []}'

# Help and documentation name it.
run 0 "$trey" store --help
out_has 'trey store jackpots STORE [NAME] [--json]'
grep -qF 'trey store jackpots STORE [NAME] [--json]' "$source_dir/docs/store.md" ||
    fault 'docs/store.md does not name it'
exit $failed
