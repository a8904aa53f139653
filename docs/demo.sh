#!/bin/sh
# What `make demo` shows: the box as a whole, an alchemist, a card, what a damaged card looks like, a game, a run, and the
# report on a run of players who know how. GAMES says how many games that one has, REPORT where its report goes.
set -eu
trisim=$(command -v "${1:-trisim}")
case $trisim in /*) ;; *) trisim=$PWD/$trisim ;; esac
report=${REPORT:-$PWD/reports/demo.html}
games=${GAMES:-2000}
mkdir -p "$(dirname "$report")"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

if [ -t 1 ]; then bold=$(printf '\033[1m') plain=$(printf '\033[0m'); else bold='' plain=''; fi

run() {
    printf '\n%s$ trisim %s%s\n\n' "$bold" "$*" "$plain"
    "$trisim" "$@"
}

spoil() { # FILE COMMAND-OF-SED
    sed "$2" "$1" > spoilt
    mv spoilt "$1"
}

run box show
run box show newton
run box show iron feather
run box new mybox
spoil mybox/experiments.csv 's/^iron-feather,\(.*\)refined iron/iron-feather,\1refined lead/'
spoil mybox/rules.toml 's/potency_limit = 5/potency_limit = five/'
printf '\nNow two slips are made in mybox: a cost of refined lead, and a number as a word.\n'
run box check mybox || true
printf '\nAnd a game of two random players, from which the last turns and the score sheet:\n'
run play --players 2 --seed 7 > game.txt
head -n 2 game.txt
printf '\n…\n\n'
tail -n 80 game.txt
printf '\nAnd twenty such games as a run, and a question to it:\n'
run run --players 2 --games 20 --seed 7 --out runs/a
run sql runs/a 'select action, count(*) as turns, avg(potency) as potency from turns group by action order by turns desc'
printf '\nAnd what a designer opens: games of four players who know how, and what they say about balance.\n'
printf 'The first run of that kind compiles the rules, once, for some two minutes.\n'
run run --players 4 --strategy "${STRATEGY:-balanced}" --games "$games" --seed 7 --with cards --with ledger:every=10 --out runs/demo
run report runs/demo --out "$report"
printf '\nOpen it in a browser: %s\n' "$report"
printf '\nNext: trisim run --help, trisim play --help, trisim box --help, docs/runs.md, docs/playing.md, docs/notation.md, docs/box-format.md\n'
