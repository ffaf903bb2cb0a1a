// The shapes of SwiftUI that the examples use, for machines that do not have it.

@MainActor public protocol View {
  associatedtype Body: View
  var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError() }
}

@propertyWrapper public struct State<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

public struct Text: View {
  public init(_ text: String) {}
  public var body: Never { fatalError() }
}

public struct List<Row: View>: View {
  public init<Items: RandomAccessCollection>(_ items: Items, row: (Items.Element) -> Row) where Items.Element: Identifiable {}
  public var body: Never { fatalError() }
}
