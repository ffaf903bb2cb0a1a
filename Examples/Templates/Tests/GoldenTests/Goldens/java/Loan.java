// From library.igata.
package library;

public record Loan(
  Long id,
  Book book,
  Reader reader,
  java.time.Instant until
) {
}
