# Prints what bash proposes after each of the lines that it reads: propose.bash SCRIPT
source "$1"
while IFS= read -r line; do
  COMP_LINE=$line COMP_POINT=${#line}
  COMPREPLY=()
  _igata
  echo "$line => $(printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' ')"
done
