package library;

public record Isbn(String value) {}
