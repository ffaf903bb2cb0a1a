// From library.igata.
package library

/** What is read. */
data class Book(
  /** A part of the key. */
  val isbn: Isbn,
  val title: String,
  /** In the currency of the library. */
  val price: java.math.BigDecimal,
  val availability: Availability = Availability.FREE,
  val keywords: List<String>,
  /** What a reader hears of * / on the phone. */
  val greeting: String = "Say \"\$1\"",
)
