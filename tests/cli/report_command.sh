#!/bin/sh
# report_command.sh -- trey report: text, JSON and CSV, times and shifts, and that it says the
# same record and root as trey verify.
set -u
. "$(dirname "$0")/expect.sh"
trey=$bin/trey
cd "$work" || exit 1
"$bin/make_office" office.trey || exit 1

# What runs since the shift was closed: one round.
run 0 "$trey" report office.trey
out_has 'one                    1     0    0.0'
out_has '175.00' # two Antes, a Play and Pair Plus
out_has 'reopen_table: clean'
out_lacks 'cleaning'
out_lacks 'NOT THE LEDGER'
err_lines 0

# The shift, and where it ends.
run 0 "$trey" report office.trey --shift 1
out_has 'Shift 1, closed by Sonja: a quiet one'
out_has 'one                    2     0    0.0'
out_has 'close_table: =cleaning'
run 0 "$trey" report office.trey --shift 1 --json
"$bin/json_check" <"$work/out" >/dev/null 2>&1 || fault 'the report is not JSON'
out_has '"handle": 35000'
out_has '"win": -15000'
out_has '"expected": 953' # 2 x (10,000 x 686689/20358520 + 2,500 x 308/5525)
record=$(sed -n 's/.*"seq": \([0-9]*\), "root".*/\1/p' "$work/out")
root=$(sed -n 's/.*"seq": [0-9]*, "root": "\([0-9a-f]*\)".*/\1/p' "$work/out")
[ ${#root} -eq 64 ] || fault 'a root has 64 digits'
run 0 "$trey" verify office.trey
out_has 'good'
out_has "shift 1       ends with record $record, root $root"
run 0 "$trey" verify office.trey --json
out_has "{\"number\": 1, \"record\": $record, \"root\": \"$root\"}"
whole=$(sed -n 's/.*"root": "\([0-9a-f]*\)", "checkpoints".*/\1/p' "$work/out")
run 0 "$trey" report office.trey --from 2026-01-01T00:00
out_has "root $whole"
out_has 'one                    3     0    0.0'
run 0 "$trey" report office.trey --from 0 --to 2026-01-01T00:00
out_has 'up to record 0'
out_lacks 'one   '

# Sheets.
for sheet in tables rulebooks wagers hours jackpots hits incidents sign-ins; do
    run 0 "$trey" report office.trey --shift 1 --csv $sheet
    [ "$(head -n 1 "$work/out" | tr -d '\r' | grep -c ',')" -eq 1 ] || fault "no header: $sheet"
done
run 0 "$trey" report office.trey --shift 1 --csv wagers
out_has 'one,mbs,pair_plus,2,50.00,-50.00,2.79,'
run 0 "$trey" report office.trey --shift 1 --csv incidents
out_has 'Sonja,shift_manager,one,close_table: =cleaning'

# Bad words, each told in one line.
for words in '' 'office.trey more' 'office.trey --from soon' 'office.trey --to 2026-02-30T00:00' \
    'office.trey --from 2000 --to 1000' 'office.trey --shift 0' 'office.trey --shift one' \
    'office.trey --shift 1 --from 5' 'office.trey --json --csv tables' 'office.trey --csv money' \
    'office.trey --pretty' 'office.trey --from' 'office.trey --shift 2' nothing.trey; do
    # shellcheck disable=SC2086
    run 2 "$trey" report $words
    err_lines 1
done
run 2 "$trey" report office.trey --from soon
err_has 'soon is no time: write 2026-11-15T08:00 (UTC), or milliseconds since 1970'
run 2 "$trey" report office.trey --shift 2
err_has 'there is no shift 2; 1 were closed'
# Words are read in one place for all commands that want a store.
for command in report verify 'store person'; do
    # shellcheck disable=SC2086
    run 2 "$trey" $command office.trey somebody else
    err_has 'one word too many: '
    err_has "; \`trey $command --help\` shows how"
    # shellcheck disable=SC2086
    run 2 "$trey" $command office.trey --colour
    err_has 'unknown option --colour'
done
run 2 "$trey" report office.trey --from 1 --from 2
err_has 'trey report: this stands twice: --from;'
run 2 "$trey" verify office.trey --key
err_has 'trey verify: a value is missing behind --key;'
run 2 "$trey" store person office.trey Kim --office dealer --office cashier
err_has 'trey store: this stands twice: --office;'
run 0 "$trey" report --help
out_has 'usage: trey report STORE'
exit $failed
