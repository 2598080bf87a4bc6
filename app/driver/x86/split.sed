# From the C preprocessor's output to what NASM and Yasm read: one statement a line, line
# markers as %line, so that errors name the source.
/^# *pragma/d
s/^# \([0-9][0-9]*\) "\([^"]*\)".*/%line \1+0 \2/
s/;/\
/g
