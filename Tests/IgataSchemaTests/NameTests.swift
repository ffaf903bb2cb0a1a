import IgataSchema
import Testing

struct NameTests {
  @Test func snakeCases() {
    let table = [
      ("askedForDelete", "asked_for_delete"), ("URLPath", "url_path"), ("URL", "url"), ("id", "id"),
      ("personID", "person_id"), ("残高", "残高"), ("残高Now", "残高_now"), ("line2Text", "line2_text"),
      ("HTML5Parser", "html5_parser"), ("asked_for", "asked_for"), ("Asked_For", "asked_for"), ("_x", "_x"),
      ("_Xy", "_xy"), ("x", "x"), ("X", "x"), ("aB", "a_b"), ("ABc", "a_bc"), ("ÄrgerGrund", "ärger_grund"),
      ("naïveÉtude", "naïve_étude"), ("", ""), ("x2Y", "x2_y"), ("iPhone", "i_phone"), ("ΑλφαΒήτα", "αλφα_βήτα"),
    ]
    for (name, expected) in table { #expect(snakeCase(name) == expected, "\(name)") }
  }
}
