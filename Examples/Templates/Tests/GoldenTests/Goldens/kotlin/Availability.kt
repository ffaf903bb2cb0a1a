package library

/** Whether a book can be taken home. */
enum class Availability(val rawValue: String) {
  FREE("free"),
  LENT("lent"),
  LOST("not-found");
}
