#!/bin/sh
# What `make demo` shows: the box as a whole, an alchemist, a card, and what a damaged card looks like.
set -eu
trisim=${1:-trisim}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

say() { printf '\n\033[1m$ trisim %s\033[0m\n\n' "$*"; }

say box show
"$trisim" box show
say box show newton
"$trisim" box show newton
say box show iron feather
"$trisim" box show iron feather
say box new mybox
"$trisim" box new "$scratch/mybox" | head -n 1
sed -i 's/^iron-feather,\(.*\)refined iron/iron-feather,\1refined lead/' "$scratch/mybox/experiments.csv"
sed -i 's/potency_limit = 5/potency_limit = five/' "$scratch/mybox/rules.toml"
printf '\nNow two slips are made in mybox: a cost of refined lead, and a number as a word.\n'
say box check mybox
"$trisim" box check "$scratch/mybox" || true
printf '\nNext: trisim box --help, docs/notation.md, docs/box-format.md\n'
