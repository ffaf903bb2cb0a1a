import IgataSchema
import IgataSyntax

extension LintRule {
  static let dataInRow = LintRule(
    "data-in-row", .types, .strictOnly,
    """
    A file is stored in a row.

    Every query that loads the row also loads the file, and the database grows and doesn't shrink again. Store the
    file outside of the database and its name in the row, or the bytes in a separate model.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        photo: Data?
      }
      """,
    fix: """
      model Person {
        id: UUID = uuid() @primaryKey
        photo: PersonPhoto?
      }

      model PersonPhoto {
        id: UUID = uuid() @primaryKey
        bytes: Data
      }
      """,
    check: .fields { field, context, findings in
      guard field.scalar == .data, context.declared.constraints(of: field).maximumLength == nil,
        WordList.files.match(in: field.words) != nil, WordList.notFiles.match(in: field.words) == nil
      else { return }
      findings.report(
        "'\(field.name)' stores a file in the row", at: field.typeRange,
        help: "store its name, or use a separate model")
    })
}

extension WordList {
  fileprivate static let files = WordList(
    """
    image, images, photo, photos, picture, pictures, avatar, video, videos, audio, file, files, document, documents,
    pdf, attachment, attachments, scan, scans, recording, recordings, backup, archive, 画像, 写真, 動画, 音声, 添付, 書類
    """)
  fileprivate static let notFiles = WordList("hash, key, checksum, digest, thumbnail, signature, nonce, bookmark, id")
}
