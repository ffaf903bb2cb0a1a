import Dispatch
import Foundation
import GeneratedModels
import IgataHTTP
import IgataPostgreSQL
import IgataRouting
import IgataRuntime
import IgataSQLite
import IgataSamples
import IgataSwiftUI
import IgataTesting
import Observation
import SwiftUI

private let store = Store(MemoryBackend())
private let account = Account(name: "Cash", owner: Person(name: "Hanako"))
private let article = Article(id: 1, title: "A", publishedAt: start)
private let articles = Article.all
private let entries = Entry.all
private let id = UUID()
private let start = Date()
private let end = Date()
private let queue = DispatchQueue(label: "queue")
private let remote = MemoryBackend()
private let database = MemoryBackend()
private let debug = MemoryBackend()
// Modules of other examples have a type of this name.
private typealias State = SwiftUI.State
@MainActor private var token: WatchToken?
private func show<Value>(_ value: Value) {}
private func write<Value>(_ value: Value) throws {}

