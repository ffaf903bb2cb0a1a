// From library.igata.
export type ISBN = string;

/** Whether a book can be taken home. */
export type Availability = "free" | "lent" | "not-found";

/** Who reads. */
export interface Reader {
  id: string;
  name: string;
  loans: Loan[];
}

/** What is read. */
export interface Book {
  isbn: ISBN;
  title: string;
  /** In the currency of the library. */
  price: string;
  availability: Availability;
  keywords: string[];
  /** What a reader hears of */ on the phone. */
  greeting: string;
}

export interface Loan {
  id: bigint;
  book: Book;
  reader: Reader;
  until?: string;
}
