// From library.igata.
package library

/** Who reads. */
data class Reader(
  /** A part of the key. */
  val id: java.util.UUID,
  val name: String,
)
