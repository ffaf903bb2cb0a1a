# Prints what fish proposes after each of the lines that it reads: propose.fish SCRIPT
source $argv[1]
while read --line line
    # A proposal has a description after a tab, and the option before its value.
    set -l words (complete -C $line | string replace -r '\t.*' '' | string replace -r '^--[^=]*=' '' | sort)
    echo "$line => $words "
end
