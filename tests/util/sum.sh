#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Does "blake2b-util sum" do what its pages say? sum.txt, and those of extensions, are tables of its
# cases; here are what they use and the loop that tries them. Known answers are Python's, and GNU
# b2sum must do the same where it is installed.
#
#   tests/util/sum.sh path/to/blake2b-util
#
# With SUM_LARGE=1 hashes a (sparse) file of 5 GiB as well.
# shellcheck disable=SC2016,SC2034,SC2086,SC2154,SC2317,SC3045 # for the tables; lists; every ulimit
# shellcheck source=tests/cases.sh
. tests/cases.sh
tap_prefix='sum: '

# Which of the cases can be compared with other programs.
case $b2sum_version in
'') skip "comparison with b2sum" "GNU coreutils' b2sum is not installed" ;;
9.1) ;;
*) skip "comparison of messages and corner cases with b2sum" "coreutils $b2sum_version is not 9.1" \
    ;;
esac
python=$(python3 -c 'import sys, hashlib; hashlib.blake2b; print(sys.executable)' 2>/dev/null)

# ---- for the tables ----

# message BYTES, key BYTES
message() {
    awk -v n="$1" 'BEGIN {
        for (i = 33; i < 122; i++) s = s sprintf("%c", i)
        for (; n > 0; n -= 89) printf "%s", substr(s, 1, n)
    }'
}
key() {
    printf '%b' "$(awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) printf "\\0%03o", i }')"
}
# sparse MIB: the file large
sparse() {
    dd if=/dev/null of=large bs=1048576 seek="$1" 2>/dev/null
}
pause() {
    sleep "$1" 2>/dev/null || sleep 1
}
# in_pieces BYTES: of a key, as a pipe brings it; BYTES are the last piece
in_pieces() {
    for count in 1 30 "$1"; do
        dd bs=1 count="$count" 2>/dev/null
        pause 0.2
    done
}
# digests KEY-FILE SIZES FILE...: Python's
digests() {
    "$python" -c 'import hashlib, sys
key = open(sys.argv[1], "rb").read()
for name in sys.argv[3:]:
    for size in sys.argv[2].split():
        data = open(name, "rb").read()
        print(hashlib.blake2b(data, digest_size=int(size), key=key).hexdigest() + "  " + name)' "$@"
}
# verdicts COMMAND...: how many lines of its output say OK, and how many FAILED
verdicts() {
    "$@" >verdicts
    set -- $?
    awk '/: OK$/ { ok++ } /: FAILED$/ { failed++ } END { print ok + 0, failed + 0 }' verdicts
    return "$1"
}
# harmless COMMAND...: prints what of its messages a terminal might interpret
harmless() {
    "$@" >/dev/null 2>messages
    set -- $?
    cat messages >&2
    tr -d '\n -\176' <messages
    return "$1"
}
# slow COMMAND...: with input for two seconds
slow() {
    for n in 1 2 3 4; do
        message 200000
        pause 0.5
    done | "$@"
}
# names COMMAND..., escaped COMMAND...: with the odd names that sum.txt made
names() {
    set -- "$@" m0 m1 m127 m128 m129 m65536 m65537 m5242881 "$newline" 'b\s' "$utf8"
    "$@" ' a' '*a' 's p' 'x) = y' -- -d
}
escaped() {
    "$@" "$newline" "$b_newline" "$return" 'b\s' "$odd"
}
# quoted FORM: how the names of sum.txt look on a terminal, as & of FORM and for %b
quoted() {
    sed 's/\\/\\\\/g' names.quoted | sed "s/.*/$1/"
}
# ended PROCESS STATUS: in the background; it may wait for a reader
ended() {
    kill "$1" 2>/dev/null
    wait
    return "$2"
}
# on_terminal COMMAND...: its output and messages. broken FILE COMMAND...: its input is a terminal
# whose other end was closed: reading returns FILE, then an error.
cat >"$dir/terminal.py" <<'PYTHON'
import os, pty, sys, tty
ours, theirs = pty.openpty()
if sys.argv[1] == "broken":
    tty.setraw(theirs)
    os.write(theirs, open(sys.argv[2], "rb").read())
    os.close(theirs)
    os.dup2(ours, 0)
    os.execvp(sys.argv[3], sys.argv[3:])
child = os.fork()
if child == 0:
    os.dup2(theirs, 1)
    os.dup2(theirs, 2)
    os.execvp(sys.argv[2], sys.argv[2:])
os.close(theirs)
while True:
    try:
        text = os.read(ours, 65536)
    except OSError:
        break
    os.write(1, text.replace(b"\r\n", b"\n"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
PYTHON
on_terminal() {
    (LC_ALL=${locale:-C.UTF-8}; shift; "$python" "$dir/terminal.py" output "$util" sum "$@")
}
broken() {
    "$python" "$dir/terminal.py" broken "$@"
}
# time_left: as large a file as it takes for this CPU to be busy until the second line
time_left() {
    for size in 100 200 400 800; do
        sparse $size
        sum --progress large 2>&1 | tr '\r' '\n' | grep -q \
            "^[0-9.]* MiB of $size\.0 MiB, [0-9.]* [MGK]iB/s, 0:[0-9][0-9] left *\$" && break
    done
}
# threads_of N: the number of threads while the first of several FIFOs is read, but for the first
# one's. They do not all start at once.
threads_of() {
    rm -f fifo.?
    mkfifo fifo.1 fifo.2 fifo.3 fifo.4 fifo.5
    "$util" sum -j "$1" a fifo.1 fifo.2 fifo.3 fifo.4 fifo.5 >/dev/null 2>&1 &
    exec 3>fifo.1
    for patience in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        count=$(find /proc/$!/task -mindepth 1 -maxdepth 1 2>/dev/null | wc -l)
        [ "$count" -ne $((${one:-1} + $1 - 1)) ] || break
        pause 0.1
    done
    exec 3>&-
    for n in 2 3 4 5; do
        : >fifo.$n
    done
    wait $!
    echo "$count"
}
# seen LINE: it is the last one of the file now, now or within 10 seconds (tr: NUL may end it)
seen() {
    tries=0
    while [ "$(tr '\0' '\n' <now | tail -n 1)" != "$1" ]; do
        tries=$((tries + 1))
        [ $tries -lt 100 ] || return 1
        pause 0.1
    done
}
# fifo_waits OPTION...: the writer of the FIFO waits for the result of the file before it.
fifo_waits() {
    : >now
    sum -l 8 "$@" a x fifo a >now &
    writer=$!
    seen "$(sum -l 8 "$@" x | tr '\0' '\n')" && echo seen
    message 1000 >fifo
    wait $writer
    set -- $? "$@"
    (shift && sum -l 8 "$@" a x m1000 a) | sed 's/m1000/fifo/' | cmp - now
    return "$1"
}
# list_waits OPTION...: the writer of the list waits for each verdict.
list_waits() {
    : >now
    {
        printf '6b  a\n' && seen 'a: OK' && printf '6' && printf 'b  x\njunk\n00  m0' &&
            seen 'x: OK' && printf '\n' && seen 'm0: FAILED' && echo seen >&2
    } | sum -c "$@" >now
    set -- $?
    cat now
    return "$1"
}
# ended_by SIGNAL: of a run that is writing verdicts, and then waits for a FIFO; and what it wrote
ended_by() {
    : >now
    "$util" sum -c endless >now &
    while [ ! -s now ] && kill -0 $!; do :; done
    kill -s "$1" $!
    wait $!
    kill -l $?
    sort -u now
    [ -n "$(tail -c 1 now | tr -d '\n')" ] || echo whole lines
}
# full_pipe: whether what fits into a pipe ends with a whole line
full_pipe() {
    head -n 300 endless >part
    "$util" sum -c part | {
        pause 0.3
        dd bs=65536 count=1 2>/dev/null | tail -c 1 | grep -c '^$'
        cat >/dev/null
    }
}
no_reader() {
    {
        trap '' PIPE
        while printf x 2>/dev/null; do :; done # until the reader has ended
        "$util" sum a x
        echo $? >code
    } | :
    return "$(cat code)"
}
# few_descriptors, little_memory: 280 files with the least that one thread needs
few_descriptors() {
    # several times with the fewest: the C library may use the only one for a moment
    for least in 4 4 4 4 4 4 4 4 4 5 6; do
        (ulimit -n $least && sum -j 32 $files $files $files $files || echo failed) |
            cmp - many.four
    done
}
# Threads must leave the memory that one alone needs. Which limit shows it depends on the C library.
little_memory() {
    least=10000
    while [ $least -lt 60000 ]; do
        least=$((least + 2000))
        (ulimit -v $least && exec "$util" sum -j 1 $files $files $files $files) 2>/dev/null |
            cmp -s - many.four || continue
        (ulimit -v $least && sum -j 256 $files $files $files $files || echo failed) |
            cmp - many.four
    done
}

HASHES=$(sum --help | sed -n '/--algorithm/,/--threads/s/^ \{23\}\([a-z0-9]*\)  .*/\1/p' |
    paste -s -d '|' -)
export HASHES
try_cases "$top/tests/util/sum.txt" "$top"/app/extensions/*/tests/sum.txt
finish
