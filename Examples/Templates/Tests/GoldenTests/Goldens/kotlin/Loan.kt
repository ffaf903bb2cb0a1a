// From library.igata.
package library

data class Loan(
  /** A part of the key. */
  val id: Long,
  val book: Book,
  val reader: Reader,
  val until: java.time.Instant?,
)
