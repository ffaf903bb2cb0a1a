// From library.igata.
package library;

/** What is read. */
public record Book(
  Isbn isbn,
  String title,
  /** In the currency of the library. */
  java.math.BigDecimal price,
  Availability availability,
  java.util.List<String> keywords,
  /** What a reader hears of * / on the phone. */
  String greeting
) {
  public static final Availability DEFAULT_AVAILABILITY = Availability.FREE;
  public static final String DEFAULT_GREETING = "Say \"$1\"";
}
