package library

@JvmInline
value class Isbn(val value: String)
