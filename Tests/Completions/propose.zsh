# Prints what zsh proposes after each of the lines that it reads, in a terminal: propose.zsh SCRIPT
zmodload zsh/zpty
folder=$(mktemp -d)
cp $1 $folder/_igata
found=$folder/found
zpty shell zsh -f -i
send() { zpty -w shell $1 }
send "stty -echo; PROMPT=; fpath=($folder \$fpath); autoload -Uz compinit; compinit -u -D; LISTMAX=10000"
# What is proposed is added by this builtin. With these options it does something else.
send 'compadd() {
  if [[ " $* " != *" -"[OAD]" "* ]]; then
    local -a words
    builtin compadd -A words "$@"
    print -rl -- $words >> '$found'
  fi
  builtin compadd "$@"
}'
send 'propose() { BUFFER=$asked CURSOR=$#asked; zle list-choices; BUFFER=; print .end >> '$found' }'
send 'zle -N propose; bindkey "^X" propose'
while IFS= read -r line; do
  : > $found
  send "asked=${(q)line}"
  zpty -n -w shell $'\C-x'
  # What it prints must be read for it to go on.
  until [[ "$(tail -n 1 $found)" == .end ]]; do
    zpty -r -t shell printed 2> /dev/null
    sleep 0.005
  done
  print -r -- "$line => $(grep -v -e '^$' -e '^\.end$' $found | sort -u | tr '\n' ' ')"
done
zpty -d shell
rm -r $folder
