// What the package and its documentation use of SwiftUI, for machines that do not have it. `ViewHost` evaluates views.

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

@resultBuilder public enum ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

extension Never: View {
  public var body: Never { fatalError("a view that SwiftUI draws itself has no body") }
}

public struct Text: View {
  public init(_ text: String) {}
  public var body: Never { fatalError("SwiftUI draws it itself") }
}

public struct List<Row: View>: View {
  public init<Items: RandomAccessCollection>(_ items: Items, row: (Items.Element) -> Row)
  where Items.Element: Identifiable {}
  public var body: Never { fatalError("SwiftUI draws it itself") }
}
