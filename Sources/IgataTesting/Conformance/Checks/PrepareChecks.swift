@_spi(Backend) internal import IgataRuntime

extension Check {
  static let preparing: [Check] = [
    Check("a schema that was prepared is not created again") { bench in
      let owner = try await bench.store.insert(Person(name: "kept"))
      let report = try await bench.store.prepare(ConformanceSchema.self)
      bench.expect(report, PrepareReport(), "the report of the second preparation")
      bench.expect(try await bench.store.find(Person.self, id: owner.id), owner, "the row from before")
    }
  ]
}
