# Compares the classes of characters that an editor has with the tokens of `igata debug colors`.
#   awk -f compare.awk EXPECTED ACTUAL
# The expected tokens begin with the line 'broken' if the schema has errors in its syntax: then what is a name, a keyword
# or an attribute is a matter of recovery, and only what the text itself decides is compared. Which names an editor
# colors is its own choice, as only the server knows what they are. Prints one line for each difference, and fails.

function decided(class) {
  return class ~ /^(comment|documentation|string|number)$/ ? class : "name"
}

function offset(range) {
  split(range, bounds, "\\.\\.<")
  return bounds[1] + 0
}

FILENAME == ARGV[1] && $0 == "broken" { broken = 1; next }

FILENAME == ARGV[1] {
  class = $2
  if (class == "comment" && $3 == "documentation") class = "documentation"
  if (class == "type") class = / defaultLibrary/ ? "builtin" : "name"
  if (class == "function" && !/ defaultLibrary/) class = "name"
  if (class ~ /^(class|struct|enum|enumMember|property)$/) class = "name"
  last = offset($1)
  for (last = offset($1); last < bounds[2] + 0; last++) expected[last] = class
  next
}

$1 !~ /^[0-9]+\.\.<[0-9]+$/ { print "no class: " $0; failed = 1; next }

{
  start = offset($1)
  want = start in expected ? expected[start] : "name"
  found = $2
  if (broken) { want = decided(want); found = decided(found) }
  if (want != found && !(start == following && wanted == want && had == found)) {
    print "offset " start ": the server has " want ", the editor has " found
    failed = 1
  }
  following = bounds[2] + 0; wanted = want; had = found
  characters++
}

END { exit failed }
