package library;

/** Whether a book can be taken home. */
public enum Availability {
  FREE("free"),
  LENT("lent"),
  LOST("not-found");

  public final String rawValue;

  Availability(String rawValue) {
    this.rawValue = rawValue;
  }
}
