# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Makes the completions of blake2b-util for a shell from the commands' own help texts.
#   awk -v shell=bash|zsh|fish -v name=blake2b-util -f help.awk -f completions.awk main.c sum.c ...

# S with TEXT in the place of each CHARACTER. (What gsub does with backslashes differs from awk to
# awk.)
function replaced(s, character, text,    out, at) {
    while ((at = index(s, character)) > 0) {
        out = out substr(s, 1, at - 1) text
        s = substr(s, at + 1)
    }
    return out s
}

# Into single quotes.
function quote(s) {
    if (shell == "fish") s = replaced(replaced(s, "\\", "\\\\"), "'", "\\'")
    else s = replaced(s, "'", "'\\''")
    return "'" s "'"
}

# Options: command C has options[C], each with long_of, short_of, value_of, about, and the values
# that there are as choices, with a space before each.
function collect(c,    i, n, k, flags, o) {
    for (i = 1; i <= lines[c]; i++) {
        k = kind[c, i]
        if (k == "option") {
            flags = a[c, i]
            o = ++n
            long_of[c, o] = short_of[c, o] = value_of[c, o] = choices[c, o] = ""
            if (match(flags, /--[a-z0-9-]+/)) long_of[c, o] = substr(flags, RSTART + 2, RLENGTH - 2)
            if (match(flags, /^-[a-zA-Z]/)) short_of[c, o] = substr(flags, 2, 1)
            if (match(flags, / [A-Z].*$/)) value_of[c, o] = substr(flags, RSTART + 1)
            about[c, o] = b[c, i]
        } else if (k == "row") choices[c, o] = choices[c, o] " " a[c, i]
        else if (k == "more" && a[c, i] !~ /^\[/) about[c, o] = about[c, o] " " a[c, i]
    }
    for (o = 1; o <= n; o++) {
        if (match(about[c, o], /[;.] /)) about[c, o] = substr(about[c, o], 1, RSTART - 1)
        if (long_of[c, o] == "help") helped[c] = 1
    }
    if (!helped[c]) {
        long_of[c, ++n] = "help"
        short_of[c, n] = value_of[c, n] = choices[c, n] = ""
        about[c, n] = "print this text"
    }
    options[c] = n
}

function is_file(c, o) {
    return value_of[c, o] ~ /FILE/
}

# What the command has besides options.
function takes_files(c) {
    return a[c, 1] ~ /FILE/
}

function bash(    i, o, c, words, cases) {
    print "# Completion of blake2b-util for bash, generated from its help texts."
    print "_blake2b_util() {"
    print "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words='' files=no IFS=$' \\t\\n'"
    print "    if [ \"$word\" = '=' ]; then"
    print "        word=''"
    print "    elif [ \"$before\" = '=' ] && [ \"$COMP_CWORD\" -gt 2 ]; then"
    print "        before=${COMP_WORDS[COMP_CWORD-2]}"
    print "    fi"
    print "    if [ \"$COMP_CWORD\" -eq 1 ]; then"
    for (i = 1; i <= commands; i++) words = words command[i] " "
    print "        words='" words "help --help --version'"
    print "    else"
    print "        case ${COMP_WORDS[1]},$before in"
    for (i = 1; i <= commands; i++) {
        c = command[i]
        for (o = 1; o <= options[c]; o++) {
            if (value_of[c, o] == "") continue
            printf "        %s,--%s%s) ", c, long_of[c, o], short_of[c, o] == "" ? "" : " | " c ",-" short_of[c, o]
            if (is_file(c, o)) print "files=yes ;;"
            else if (choices[c, o] != "") print "words='" substr(choices[c, o], 2) "' ;;"
            else print ";;"
        }
    }
    for (i = 1; i <= commands; i++) {
        c = command[i]
        words = ""
        for (o = 1; o <= options[c]; o++) words = words " --" long_of[c, o] (short_of[c, o] == "" ? "" : " -" short_of[c, o])
        print "        " c ",*)"
        print "            case $word in"
        print "            -*) words='" substr(words, 2) "' ;;"
        print "            *) files=" (takes_files(c) ? "yes" : "no") " ;;"
        print "            esac"
        print "            ;;"
    }
    words = ""
    for (i = 1; i <= commands; i++) words = words " " command[i]
    print "        help,help) words='" substr(words, 2) "' ;;"
    print "        esac"
    print "    fi"
    print "    COMPREPLY=()"
    print "    if [ $files = yes ]; then"
    print "        compopt -o filenames 2>/dev/null"
    print "        IFS=$'\\n'"
    print "        COMPREPLY=($(compgen -f -- \"$word\"))"
    print "    elif [ -n \"$words\" ]; then"
    print "        COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))"
    print "    fi"
    print "}"
    print "complete -F _blake2b_util " name
}

# The parts of what _arguments takes: brackets and colons are its own.
function plain(s) {
    return replaced(replaced(replaced(replaced(s, "\\", "\\\\"), "[", "\\["), "]", "\\]"), ":", "\\:")
}

function zsh(    i, o, c, action, names, spec) {
    print "#compdef " name
    print "# Completion of blake2b-util for zsh, generated from its help texts."
    print "if (( CURRENT == 2 )); then"
    print "    local -a commands"
    print "    commands=("
    for (i = 1; i <= commands; i++) print "        " quote(command[i] ":" plain(what[command[i]]))
    print "        'help:print what a command does'"
    print "    )"
    print "    _describe command commands"
    print "    _arguments '--help[print the list of commands]' '--version[print the version]'"
    print "    return"
    print "fi"
    print "shift words"
    print "(( CURRENT-- ))"
    print "case $words[1] in"
    for (i = 1; i <= commands; i++) {
        c = command[i]
        print c ")"
        print "    _arguments -s \\"
        for (o = 1; o <= options[c]; o++) {
            action = value_of[c, o] == "" ? "" : ":" plain(value_of[c, o]) ":" \
                (is_file(c, o) ? "_files" : choices[c, o] == "" ? " " : "(" substr(choices[c, o], 2) ")")
            spec = plain(about[c, o])
            spec = "[" spec "]" action
            print "        " quote("--" long_of[c, o] (action == "" ? "" : "=") spec) " \\"
            if (short_of[c, o] != "") print "        " quote("-" short_of[c, o] (action == "" ? "" : "+") spec) " \\"
        }
        print (takes_files(c) ? "        '*:file:_files'" : "        && return")
        print "    ;;"
    }
    for (i = 1; i <= commands; i++) names = names " " command[i]
    print "help)"
    print "    _arguments ':command:(" substr(names, 2) ")'"
    print "    ;;"
    print "esac"
}

function fish(    i, o, c, names, line) {
    print "# Completion of blake2b-util for fish, generated from its help texts."
    print "complete -c " name " -f"
    for (i = 1; i <= commands; i++) {
        c = command[i]
        names = names " " c
        print "complete -c " name " -n __fish_use_subcommand -a " c " -d " quote(what[c])
    }
    print "complete -c " name " -n __fish_use_subcommand -a help -d 'print what a command does'"
    print "complete -c " name " -n __fish_use_subcommand -l help -d 'print the list of commands'"
    print "complete -c " name " -n __fish_use_subcommand -l version -d 'print the version'"
    print "complete -c " name " -n '__fish_seen_subcommand_from help' -a " quote(substr(names, 2))
    for (i = 1; i <= commands; i++) {
        c = command[i]
        line = "complete -c " name " -n '__fish_seen_subcommand_from " c "; and not __fish_seen_subcommand_from help'"
        if (takes_files(c)) print line " -F"
        for (o = 1; o <= options[c]; o++)
            print line " -l " long_of[c, o] (short_of[c, o] == "" ? "" : " -s " short_of[c, o]) \
                (value_of[c, o] == "" ? "" : is_file(c, o) ? " -r -F" : " -x") \
                (choices[c, o] == "" ? "" : " -a " quote(substr(choices[c, o], 2))) " -d " quote(about[c, o])
    }
}

END {
    for (i = 1; i <= commands; i++) collect(command[i])
    if (shell == "bash") bash()
    else if (shell == "zsh") zsh()
    else if (shell == "fish") fish()
}
