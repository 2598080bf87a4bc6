#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Files generated from the help texts: complete manual pages, and completions that bash, zsh and
# fish understand.
# Usage: texts.sh UTIL
# shellcheck source=tests/tap.sh
. tests/tap.sh
tap_prefix='texts: '
[ $# -eq 1 ] || {
    echo "usage: texts.sh UTIL" >&2
    exit 2
}
util=$1
# shellcheck disable=SC3045 # every sh has -t
ulimit -t 60
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
# (Folders have no spaces in their names.)
families=$(sed -n 's/^EXTENSION_FOLDERS = *//p' build/config.mk | tr ' ' '\n' |
    while read -r folder; do echo "$folder"/util/*; done)
sources="$families app/util/main.c app/util/sum.c app/util/bench.c app/util/fuzz.c app/util/list.c"
commands='sum bench fuzz list'

# expect NAME WANTED GOT
expect() {
    holds "$1" "'$3', not '$2'" [ "$2" = "$3" ]
}

for command in $commands; do
    "$util" "$command" --help | tr -d '\r' >"$tmp/$command"
done
# rows PLACE: the names in the families' rows of help there
rows() {
    # shellcheck disable=SC2086 # a list
    sed -n "s/^ *{\"$1\", \"\([^\"]*\)\",.*/\1/p" $families | sort
}
hashes=$(rows --algorithm | paste -s -d , -)
hash=${hashes##*,} # and what only it begins with
begun=${hash%?}

# ---- options ----

# Each help text has exactly the options of the command, with their letters and values: "name letter
# VALUE". Those of hashes are the families'.
for command in $commands; do
    {
        sed -n '/util_option known\[\] = {/,/};/p' app/util/"$command".c | tr '{' '\n' |
            sed -n 's/^"\([a-z0-9-]*\)", \([^,]*\), \([01]\), [01]}.*/\1 \2 \3/p' |
            sed "s/'\\(.\\)'/-\\1/; s/ [A-Z0-9_]* / - /"
        if [ "$command" = sum ]; then
            echo 'algorithm -a 1'
            rows sum | sed 's/^--//; s/ .*/ - 1/; / /!s/$/ - 0/'
        fi
    } | grep -v '^help ' | sort >"$tmp/known"
    sed -n -e 's/^ \{1,6\}-\([a-zA-Z]\), --\([a-z0-9-]*\)\(.*\)/\2 -\1\3/p' \
        -e 's/^ \{1,6\}--\([a-z0-9-]*\)\(.*\)/\1 -\2/p' "$tmp/$command" |
        sed -e 's/^\([^ ]* [^ ]*\) [A-Z].*/\1 1/' -e t -e 's/^\([^ ]* [^ ]*\).*/\1 0/' |
            grep -v '^help ' | sort >"$tmp/told"
    [ -s "$tmp/known" ] || expect "options of $command: found in its source" some none
    expect "options of $command are those of its help" "$(cat "$tmp/known")" "$(cat "$tmp/told")"
done

# ---- manual pages ----

# Every line of every help text is in the page, without its requests and escapes.
# shellcheck disable=SC2086
awk -v version=1 -f app/package/help.awk -f app/package/man1.awk $sources >"$tmp/page"
sed -e 's/^\.\(TP 10\|TP\|PP\|RS\|RE\|B \)//; s/\\&//g; s/\\-/-/g; s/\\e/\\/g' "$tmp/page" |
    tr -s '\n ' ' ' >"$tmp/words"
for command in $commands; do
    expect "manual page: all of $command --help" '' "$(
        sed 's/^Usage: //; s/  */ /g; s/^ //' "$tmp/$command" |
            awk 'FNR == NR { page = $0; next } $0 != "" && !index(page, $0) { print "lost: " $0 }' "$tmp/words" -)"
done
expect "manual page of the util: no usage twice" '' "$(grep '^Usage:' "$tmp/page")"
if command -v man >/dev/null 2>&1 && man -l "$tmp/page" >/dev/null 2>&1; then
    expect "manual page of the util: no warnings" '' \
        "$(MANWIDTH=80 man --warnings -l "$tmp/page" 2>&1 >/dev/null)"
else
    skip "manual page of the util: no man that formats files"
fi

# ---- completions ----

for shell in bash zsh fish; do
    # shellcheck disable=SC2086
    awk -v shell=$shell -v name=blake2b-util -f app/package/help.awk \
        -f app/package/completions.awk $sources >"$tmp/$shell"
done
# zsh needs this file name; and some files to complete.
mkdir "$tmp/zsh.d" "$tmp/files"
cp "$tmp/zsh" "$tmp/zsh.d/_blake2b-util"
: >"$tmp/files/one file"
: >"$tmp/files/other"

# options COMMAND: what its help has, one a line
options() {
    {
        sed -n 's/^ *\(-[a-z], \)\{0,1\}\(--[a-z0-9-]*\).*/\2/p' "$tmp/$1"
        echo --help
    } | sort -u
}

none=''
# complete_bash LINE, complete_fish LINE: what the shell offers, one a line
# shellcheck disable=SC2317
complete_bash() {
    (cd "$tmp/files" && bash -c '
        . "$1"
        read -r -a COMP_WORDS <<<"$2"
        case $2 in *" ") COMP_WORDS+=("") ;; esac
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        $(complete -p blake2b-util | sed "s/.* -F \([^ ]*\).*/\1/")
        [ ${#COMPREPLY[@]} -eq 0 ] || printf "%s\n" "${COMPREPLY[@]}"' bash "$tmp/bash" "$1")
}
# shellcheck disable=SC2317
complete_fish() {
    (cd "$tmp/files" && HOME=$tmp XDG_CONFIG_HOME=$tmp fish \
        -N -c "source '$tmp/fish'; complete -C '$1'" 2>&1 | sed 's/	.*//; s/=$//; s/\\//g')
}
# Of all that begins as the last word does, options only behind a hyphen. bash splits words at "=".
{
    for command in $commands; do
        echo "bash fish|options of $command|$(options "$command" | paste -s -d , -)|$command --"
    done
    cat <<CASES
bash fish|commands|bench,fuzz,help,list,sum|
bash|a command|sum|s
bash fish|files|one file,other|sum o
bash|files behind --key-file=|other|sum --key-file = ot
fish|files behind --record|other|bench --record ot
bash|nothing behind --length||sum --length $none
bash fish|no files for list||list o
bash fish|words of a table|parallel|bench --group pa
bash fish|hashes|$hashes|sum -a $none
bash|hashes behind --algorithm=|$hash|sum --algorithm = $begun
fish|hashes behind --algorithm|$hash|sum --algorithm $begun
bash fish|help|sum|help s
CASES
} >"$tmp/cases"
for shell in bash fish; do
    if ! command -v $shell >/dev/null 2>&1; then
        skip "$shell: not installed"
        continue
    fi
    while IFS='|' read -r shells name wanted line; do
        case $shells in *$shell*) ;; *) continue ;; esac
        expect "$shell: $name" "$wanted" "$(complete_$shell "blake2b-util $line" |
            awk -v begun="${line##* }" 'index($0, begun) == 1 && (begun ~ /^-/ || !/^-/)' |
            sort | paste -s -d , -)"
    done <"$tmp/cases"
done

# Typed on a terminal with a tab behind it: zsh's line in the end.
if command -v zsh >/dev/null 2>&1 && zsh -f -c 'zmodload zsh/zpty' 2>/dev/null; then
    cat >"$tmp/typing" <<TYPING
su|sum
sum --bas|sum --base64
sum --key-file=ot|sum --key-file=other
sum --no|sum --no-progress
sum on|sum one\ file
bench --group par|bench --group parallel
list --la|list --lanes
help fu|help fuzz
help su|help sum
list ot|list ot
fuzz --secon|fuzz --seconds=
sum -a $begun|sum -a $hash
sum --algorithm=$begun|sum --algorithm=$hash
TYPING
    cat >"$tmp/type.zsh" <<'ZSH'
zmodload zsh/zpty
cd $1/files
TERM=dumb HOME=$1 COLUMNS=200 LINES=200 zpty z zsh -f -i
zpty -w z "PS1=; unsetopt zle_bracketed_paste; fpath=(\$HOME/zsh.d \$fpath); autoload -Uz compinit
compinit -u -D; show() { print -r -- \$BUFFER >>\$HOME/typed; BUFFER=; }; zle -N show; bindkey '^X' show
echo rea''dy"
zpty -r z out '*ready*'
number=0
cut -d '|' -f 1 $1/typing | while IFS= read -r line; do
    zpty -w -n z "blake2b-util $line"$'\t\x18'
    number=$((number + 1)) tries=0
    while [[ $(wc -l <$1/typed) -lt $number && $((tries += 1)) -lt 3000 ]]; do
        zpty -r -t z out
        sleep 0.02
    done
done
ZSH
    : >"$tmp/typed"
    zsh -f "$tmp/type.zsh" "$tmp" >"$tmp/log" 2>&1
    # (busybox's sed has no l.)
    expect "zsh: commands, options, files, words" "$(sed 's/.*|/blake2b-util /' "$tmp/typing")" \
        "$(tr -c '\n\040-\176' '?' <"$tmp/typed" | sed 's/ *$//')"
    for command in $commands; do
        expect "zsh: options of $command" "$(options "$command")" "$(zsh -f -c '
            _arguments() { print -rl -- "$@"; }
            words=(blake2b-util '"$command"' -) CURRENT=3
            . $0' "$tmp/zsh" | sed -n 's/^\(--[a-z0-9-]*\).*/\1/p' | sort -u)"
    done
else
    skip "zsh: not installed, or without its module zpty"
fi
finish
