#!/bin/sh
# odds_report.sh -- trey odds --report: a page that is whole, or none.
set -u
. "$(dirname "$0")/expect.sh"
trey=$bin/trey

tags() { grep -o "<$1[ >]" "$page" | wc -l; }
ends() { grep -o "</$1>" "$page" | wc -l; }

for book in mbs rws rws-progressive ca-six-card; do
    page=$work/$book.html
    run 0 "$trey" odds $book --report "$page"
    last="the page of $book"
    cp "$page" "$work/out"
    for tag in html body table thead tbody tr td th svg text h2 p div; do
        [ "$(tags $tag)" -eq "$(ends $tag)" ] || fault "<$tag> is not closed"
    done
    out_has '<!doctype html>'
    out_has '</html>'
    [ "$(tags svg)" -ge 3 ] || fault 'too few plots'
    out_lacks 'nan'
    out_lacks 'inf%'
    # Nothing is loaded from elsewhere.
    ! grep -qE 'https?:|src=|href=|<script' "$page" || fault 'the page wants something from elsewhere'
done
page=$work/mbs.html
cp "$page" "$work/out"
out_has '-686689/20358520'
out_has '-308/5525'
out_has 'Q-6-4 or better'
cp "$work/ca-six-card.html" "$work/out"
out_has 'K-9-2 or better'

# Estimates are marked on the page, each with its standard error.
run 0 "$trey" odds ca-six-card --six-card-bonus 5 --bank 500 --seats 6 --report "$work/short.html"
cp "$work/short.html" "$work/out"
out_has 'class="estimate">Estimates. 6 seats share a bank that may run short'
out_has 'an estimate of 3'
out_lacks '-333939/3915100'
out_lacks 'nan'
out_lacks 'exactly'
grep -q '<td>6 Card Bonus</td><td class="n">\$5</td><td class="n">estimate</td><td class="n">9\.[0-9]*% ± 0\.0[0-9]*%</td>' "$work/out" || fault 'the 6 Card Bonus has no standard error'

# What others wrote is written so that it is text.
sed 's/^title: .*/title: "A \&amp; <b>house<\/b> of ours"/' "$source_dir/rulebooks/mbs.yaml" >"$work/own.yaml"
run 0 "$trey" odds --rulebook "$work/own.yaml" --report "$work/own.html"
grep -qF 'A &amp;amp; &lt;b&gt;house&lt;/b&gt; of ours' "$work/own.html" || fault 'a title became a tag'

# A player's edge is said loudly.
run 0 "$trey" odds mbs --set pays.pair_plus.straight=9 --report "$work/edge.html"
grep -q 'class="alarm">The player has the edge on Pair Plus' "$work/edge.html" || fault 'no alarm'

# A sheet of changed values does not pass for one of the published book.
grep -q '<title>PAR sheet: .* (modified)</title>' "$work/edge.html" || fault 'the title hides the change'
grep -q '<h1>[^<]* (modified)</h1>' "$work/edge.html" || fault 'the heading hides the change'
grep -qF 'Changed: <code>pays.pair_plus.straight</code> to 9 to 1.' "$work/edge.html" || fault 'the change is not named'
! grep -q '(modified)\|not the published' "$work/mbs.html" || fault 'the book itself counts as changed'

# A place that cannot be written: exit 3, one line, and nothing is left.
mkdir "$work/there"
run 3 "$trey" odds mbs --report "$work/nowhere/par.html"
err_lines 1
run 3 "$trey" odds mbs --report "$work/there"
err_lines 1
[ -z "$(ls "$work"/there* -d | grep -v 'there$')" ] || fault 'something was left behind'
run 2 "$trey" odds mbs --report
err_lines 1
exit $failed
