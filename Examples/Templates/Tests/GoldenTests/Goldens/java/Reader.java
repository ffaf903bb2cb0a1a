// From library.igata.
package library;

/** Who reads. */
public record Reader(
  java.util.UUID id,
  String name
) {
}
