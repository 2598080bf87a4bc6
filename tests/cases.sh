# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# shellcheck shell=sh disable=SC2034,SC2086,SC2154 # variables of the table, and for it
# Tests of the utility that are tables of cases, one a row:
#
#   KIND|NAME|STATUS|OUTPUT|MESSAGES|LIST|COMMAND
#
# KIND is s, or b if GNU b2sum must do the same where it is installed. OUTPUT and LIST are in the
# format of printf's %b; OUTPUT may be * for any, or /EXPRESSION/. MESSAGES is an extended regular
# expression, or - for none, or empty for any. In expressions % is the end of a line. A LIST is
# written to the file list, which "sum --check" reads with the options in COMMAND. In what has $ and
# a name, a brace or a parenthesis, the shell expands variables.
#
#   . COMMAND        prepares files
#   ? TEST|NAME|WHY  what follows, up to a ? alone, is skipped unless TEST succeeds
#   @ VALUE|VALUE    rows with @ are repeated for each value; @+ adds some; ~ likewise
#   @ $NAME          for the values in this exported variable
#   = VALUE|OTHER    further pairs, for @ and ~
#
# A script reads this file from the top folder, with the utility as its argument; it is then in an
# empty folder, and "try_cases TABLE..." tries the rows one after the other.

# shellcheck source=tests/tap.sh
. tests/tap.sh
unset POSIXLY_CORRECT CDPATH
if [ $# -ne 1 ] || [ ! -x "$1" ]; then
    echo "usage: $0 path/to/blake2b-util" >&2
    exit 2
fi
case $1 in
/*) util=$1 ;;
*) util=$top/$1 ;;
esac
dir=$(mktemp -d) || exit 2
trap 'chmod -R u+rwx "$dir"; rm -rf "$dir"' EXIT
trap 'exit 2' HUP INT TERM
mkdir "$dir/files"
cd "$dir/files" || exit 2
: >"$dir/empty"

# A call takes milliseconds, or some seconds in an emulator. One that takes too much CPU time is
# killed, and ends the tests: each of them would hang again. (run.sh kills one that waits for ever.)
calls_cpu=30
[ -z "${SUM_LARGE-}" ] || calls_cpu=300
# shellcheck disable=SC3045 # every sh has -t
ulimit -t $calls_cpu
b2sum_version=$(b2sum --version 2>/dev/null | sed -n '1s/^b2sum (GNU coreutils) //p')

# util ARGUMENT...; sum ARGUMENT...: of $whose, ours or b2sum's
whose=ours
util() {
    "$util" "$@"
}
sum() {
    if [ $whose = ours ]; then util sum "$@"; else b2sum "$@"; fi
}

# expand CELL: in $cell, its variables
expand() {
    cell=$1
    case $cell in *'$'[a-z\{\(]*) eval "cell=\"$cell\"" ;; esac
}
# try: runs $command as $whose; what it prints and its exit status are added to a file
try() {
    printf '\n== %s\n' $number >>"$dir/$1"
    printf '\n== %s\n' $number >>"$dir/$2"
    eval "$command" >>"$dir/$1" 2>>"$dir/$2" <"$dir/empty"
    code=$?
    echo "exit code $code" >>"$dir/$1"
}

try_cases() {
    # Rows with @ and ~ become one for each value; none if there is no value. A small sample has cases
    # of the first and the last one.
    awk -v small="$((${TEST_SAMPLE:-1} >= 10))" '
        FNR == 1 { print "?"; n = m = pairs = none = 0 }
        /^#/ || !NF { next }
        /^@[+]? / {
            if ($1 == "@") n = pairs = 0
            values = $2 ~ /^[$]/ ? ENVIRON[substr($2, 2)] : substr($0, index($0, " ") + 1)
            k = split(values, more, "|")
            for (i = 1; i <= k; i++) first[++n] = more[i]
            none = !n
            next
        }
        /^~ / { m = split(substr($0, 3), second, "|"); next }
        /^= / {
            if (!more_pairs) n = none = 0
            pairs = more_pairs = 1
            i = index($0, "|")
            first[++n] = substr($0, 3, i - 3)
            both[n] = substr($0, i + 1)
            next
        }
        function put(text, mark, value,    parts, k, i) {
            k = split(text, parts, mark)
            text = parts[1]
            for (i = 2; i <= k; i++) text = text value parts[i]
            return text
        }
        none && /@/ { next }
        {
            more_pairs = 0
            pair = pairs && /@/
            few = small && /^[bs][|]/
            for (i = 1; i <= (n && /@/ ? n : 1); i += few && i < n ? n - 1 : 1)
                for (j = 1; j <= (m && /~/ && !pair ? m : 1); j += few && j < m ? m - 1 : 1) {
                    row = n ? put($0, "@", first[i]) : $0
                    print pair ? put(row, "~", both[i]) : m ? put(row, "~", second[j]) : row
                }
        }' "$@" >"$dir/table"
    for list in wanted got errors theirs their.errors; do
        echo '== 0' >"$dir/$list"
    done
    number=0 skipped=no
    while IFS= read -r row; do
        case $row in
        '?') skipped=no && continue ;;
        '? '*) ;;
        *) [ $skipped = no ] || continue ;;
        esac
        case $row in '. '*)
            eval "${row#??}" || fail "prepares" "$row"
            continue
            ;;
        esac
        IFS='|' read -r kind name status stdout errors list command <<ROW
$row
ROW
        case $kind in '? '*)
            skipped=no
            if ! eval "${kind#??}" >/dev/null 2>&1; then
                skipped=yes
                [ -z "$name" ] || skip "$name" "$status"
            fi
            continue
            ;;
        esac
        number=$((number + 1))
        if [ -n "$list" ]; then
            name="check: $name" command="sum -c $command list"
            expand "$list"
            printf '%b' "$cell" >list
        fi
        expand "$errors"
        errors=$cell
        expand "$stdout"
        printf '\n== %s\n%s\n%s\n%s\n%s\n%b\n' $number "$kind" "$name" "$errors" \
            "$status" "$cell" >>"$dir/wanted"
        try got errors
        if [ $code -gt 128 ]; then
            fail "$name" "hangs or crashes: exit code $code"
            break
        fi
        if [ "$kind $b2sum_version" = 'b 9.1' ]; then
            whose=theirs
            try theirs their.errors
            whose=ours
        fi
    done <"$dir/table"

    for list in wanted got errors theirs their.errors; do
        printf '\n== 0\n' >>"$dir/$list"
        tr '\0' '\001' <"$dir/$list" | tr -d "\003${TEST_EXE:+\\r}" >"$dir/$list.text"
    done
    awk -v prefix="$tap_prefix" '
        FNR == 1 { file++ }
        /^== [0-9]+$/ { number = $2; line = 0; next }
        file == 1 && ++line < 5 { row[number, line] = $0; next }
        { text[file, number] = text[file, number] $0 "\n" }
        function show(s) {
            gsub(/\n+$/, "", s)
            gsub(/\n/, "|", s)
            gsub(/[^ -~]/, "?", s)
            return "\"" substr(s, 1, 300) "\""
        }
        function ends(s) {
            gsub(/[\n\r]/, "%", s)
            return s
        }
        # What is said of lists of digests, without quotes and the name of the program.
        function warnings(s,    lines, k, i, all) {
            k = split(s, lines, "\n")
            for (i = 1; i <= k; i++)
                if (lines[i] ~ /WARNING|improperly formatted|no properly formatted|no file was/) {
                    sub(/^[^:]*: /, "", lines[i])
                    gsub(/\047/, "", lines[i])
                    all = all lines[i] "\n"
                }
            return all
        }
        function different(n,    wanted, got, said, end, printed) {
            wanted = text[1, n]
            got = text[2, n]
            said = text[3, n]
            sub(/\n$/, "", said)
            end = "exit code " row[n, 4] "\n"
            if (substr(got, length(got) - length(end), length(end)) != end)
                return show(got) " and not " end ", says " show(said)
            printed = substr(got, 1, length(got) - length(end) - 1)
            wanted = substr(wanted, 1, length(wanted) - 2)
            if (wanted ~ /^\/.*\/$/ ? ends(printed) !~ substr(wanted, 2, length(wanted) - 2) : \
                wanted != "*" && printed != wanted)
                return "prints " show(printed) " and not " show(wanted) ", says " show(said)
            if (row[n, 3] == "-" && said != "" || ends(said) !~ (row[n, 3] == "-" ? "" : row[n, 3]))
                return "says " show(said) " and not " row[n, 3]
            if (!((4, n) in text)) return ""
            if (got != text[4, n])
                return "prints " show(got) ", b2sum " show(text[4, n])
            if ((said != "") != (text[5, n] ~ /[^\n]/) || warnings(said) != warnings(text[5, n]))
                return "says " show(said) ", b2sum " show(text[5, n])
        }
        END {
            for (n = 1; (n, 1) in row; n++) {
                why = different(n)
                sub(/(,| with)? $/, "", row[n, 2])
                if (why != "") why = ": " why
                print (why == "" ? "ok - " : "not ok - ") prefix row[n, 2] why
            }
        }' "$dir/wanted.text" "$dir/got.text" "$dir/errors.text" "$dir/theirs.text" \
        "$dir/their.errors.text" | results
}
