# Leaves out the declarations that begin on the lines in `lines`.
BEGIN {
  count = split(lines, list, " ")
  for (i = 1; i <= count; i++) isOut[list[i]] = 1
}
closing != "" {
  if (index($0, closing) == 1) closing = ""
  next
}
FNR in isOut {
  if ($0 ~ /\{$/) {
    match($0, /^ */)
    closing = substr($0, 1, RLENGTH) "}"
  }
  next
}
{ print }
