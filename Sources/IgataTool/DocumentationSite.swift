/// The site on which `Tests/Builds/docs` publishes the documentation, which has a page for each kind of diagnostic.
enum DocumentationSite {
  /// The address of the site, without a slash at the end; `nil` as long as it has none.
  ///
  /// Set it when the site has an address: editors and code scanning services then link each diagnostic to its page.
  /// The address contains the base path with which the site is built: `https://example.com/igata`.
  static let address: String? = nil

  /// The address of the page that explains a kind of diagnostic.
  ///
  /// The page is an article in the documentation of IgataRuntime, named after the kind. DocC puts it in a folder with
  /// this name, below that of the module in lowercase.
  ///
  /// - Parameters:
  ///   - id: The ID of the kind: `unknown-type`.
  ///   - site: The address of the site.
  /// - Returns: `nil` if the site has no address.
  static func page(of id: String, at site: String? = address) -> String? {
    site.map { "\($0)/documentation/igataruntime/\(id)" }
  }
}
