#!/bin/sh
# What `make demo` shows: the box, an alchemist, a card, how mistakes in a box are reported, a game, a run, and the report on a
# run. It writes to the folder demo. GAMES is the number of games of the last run, STRATEGY who plays it, DEMO another folder.
set -eu
trisim=$(command -v "${1:-trisim}")
case $trisim in /*) ;; *) trisim=$PWD/$trisim ;; esac
demo=${DEMO:-demo}
mark=$demo/.written-by-make-demo
if [ -e "$demo" ] && [ ! -e "$mark" ]; then
    printf '%s exists and was not written by the demo; move it away, or name another folder: DEMO=elsewhere make demo\n' "$demo" >&2
    exit 2
fi
rm -rf "$demo"
mkdir -p "$demo"
touch "$mark"

if [ -t 1 ]; then bold=$(printf '\033[1m') plain=$(printf '\033[0m'); else bold='' plain=''; fi

run() {
    printf '\n%s$ trisim %s%s\n\n' "$bold" "$*" "$plain"
    "$trisim" "$@"
}

change() { # FILE COMMAND-OF-SED
    sed "$2" "$1" > "$1.changed"
    mv "$1.changed" "$1"
}

run box show
run box show newton
run box show iron feather
run box new "$demo/mybox"
change "$demo/mybox/experiments.csv" 's/^iron-feather,\(.*\)refined iron/iron-feather,\1refined lead/'
change "$demo/mybox/rules.toml" 's/potency_limit = 5/potency_limit = five/'
printf '\nNow mybox gets two mistakes: a cost of refined lead, and a word for a number.\n'
run box check "$demo/mybox" || true
printf '\nA game of two random players; its beginning, its last turns and the score sheet:\n'
run play --players 2 --seed 7 > "$demo/game.txt"
head -n 2 "$demo/game.txt"
printf '\n…\n\n'
tail -n 80 "$demo/game.txt"
printf '\nTwenty such games as a run, and a question to it:\n'
run run --players 2 --games 20 --seed 7 --out "$demo/random"
run sql "$demo/random" 'select action, count(*) as turns, avg(potency) as potency from turns group by action order by turns desc'
printf '\nWhat a designer opens: a report on games of four players who play to win.\n'
printf 'The first run of this kind compiles the rules, once, for half a minute to a minute.\n'
run run --players 4 --strategy "${STRATEGY:-tuned}" --games "${GAMES:-2000}" --seed 7 --with cards --with ledger:every=10 --out "$demo/run"
run report "$demo/run" --out "$demo/report.html"
printf '\nOpen it in a browser: %s\n\nWhat to try next (the first line puts trisim on your path):\n' "$demo/report.html"
[ "${trisim%/.venv/bin/trisim}" = "$trisim" ] || printf '  source .venv/bin/activate\n'
cat << END
  trisim replay $demo/run 7
  trisim sql $demo/run
  trisim box tidy $demo/mybox
  trisim play --players 2 --seat 0=human --seat 1=tuned
  trisim --help
END
