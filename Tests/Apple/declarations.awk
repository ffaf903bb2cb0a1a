# Of an interface that swift-synthesize-interface printed, what declares or extends one of the types in `names`. Each
# declaration is on a line of its own with its attributes, so that it can be left out as a whole.
BEGIN {
  count = split(names, list, " ")
  for (i = 1; i <= count; i++) isWanted[list[i]] = 1
  introducer = "(^| )(struct|class|enum|protocol|extension|typealias|func|let|var|macro) "
}
/^ *\/\/\// || /^import / || /^ *$/ { next }
{
  line = attributes == "" ? $0 : attributes " " substr($0, match($0, /[^ ]/))
  attributes = ""
}
/^ *@[^ (]+(\([^)]*\))?( @[^ (]+(\([^)]*\))?)*$/ { attributes = line; next }
{
  # What an interface can't have: setters that are not public, and subscripts without accessors.
  gsub(/(internal|private|fileprivate)\(set\) /, "", line)
  if (line !~ /[{}]$/) {
    if (line ~ /(^| )subscript[(<]/) line = line " { get set }"
    if (line ~ /@inlinable.* var /) line = line " { get }"
  }
  if (line ~ /weak .* var /) next
  text = text line "\n"
  if (name == "" && match($0, introducer)) {
    name = substr($0, RSTART + RLENGTH)
    gsub(/`/, "", name)
    sub(/[^A-Za-z0-9_].*$/, "", name)
    isOpen = $0 ~ /\{$/
  }
  if (name != "" && (!isOpen || $0 ~ /^}/)) {
    if (name in isWanted) printf "%s", text
    text = name = ""
  }
}
