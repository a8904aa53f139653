#!/bin/sh
# What `make study` does: plays the reference set by players of all strengths, and writes the report that is kept beside this file.
# Runs go to runs/study; stop it whenever you like, the next `make study` goes on. TIMES=0.1 plays a tenth of the games.
set -eu
trisim=${1:-trisim}
runs=${RUNS:-runs/study}
report=${REPORT:-reports/reference.html}
times=${TIMES:-1}

play() { # NAME GAMES OPTIONS…
    name=$1 games=$(awk "BEGIN { print int($2 * $times) }")
    shift 2
    if [ -d "$runs/$name" ]; then
        "$trisim" run --out "$runs/$name" --resume --quiet
    else
        printf '%s: %s games\n' "$name" "$games"
        "$trisim" run "$@" --games "$games" --seed 2026 --out "$runs/$name" --quiet
    fi
}

all="--with cards --with ledger:every=50"
# the ladder, from the weakest to the strongest; the page is about tuned, the best that plays many games in a minute
play random 8000 --players 4 --strategy random
play greedy 8000 --players 4 --strategy greedy
play balanced 24000 --players 4 --strategy balanced $all
play tuned 60000 --players 4 --strategy tuned $all
play search 1500 --players 4 --strategy search:iterations=20
# others at its table, other tables, and Botmegistus
play specialists-1 24000 --players 4 --lineup tuned,experimenter,publisher,master $all
play specialists-2 24000 --players 4 --lineup tuned,experimenter,goldsmith,artificer $all
play three 12000 --players 3 --strategy tuned
play two 12000 --players 2 --strategy tuned
play solo 20000 --solo --strategy tuned

set --
for name in tuned random greedy balanced search specialists-1 specialists-2 three two solo; do set -- "$@" "$runs/$name"; done
"$trisim" report "$@" --out "$report" --title "The reference set: balance report"
