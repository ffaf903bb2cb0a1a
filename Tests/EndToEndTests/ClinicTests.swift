import Foundation
import GeneratedModels
import IgataRuntime
import IgataTesting
import Testing

/// A year at a clinic, as a program that knows nothing of origins and bases is written. Nothing is written but what each
/// line says.
@Suite struct ClinicTests {
  private let spy: SpyBackend
  private let store: Store

  init() {
    spy = SpyBackend()
    store = Store(spy)
  }

  private init(_ choice: BackendChoice) async throws {
    spy = SpyBackend(try await choice.make())
    store = Store(spy)
  }

  /// What is written while `body` runs.
  private func writes(_ body: () async throws -> Void) async throws -> [String] {
    spy.forget()
    try await body()
    return spy.calls.filter { [.write, .delete, .update].contains($0.operation) && $0.error == nil }
      .map { "\($0)".replacingOccurrences(of: "write ", with: "") }
  }

  @Test(arguments: BackendChoice.allCases) func nothingElseIsWritten(_ choice: BackendChoice) async throws {
    let clinic = try await ClinicTests(choice)
    try await clinic.store.prepare(HospitalSchema.self)
    let doctor = try await clinic.openTheHouse()
    let patients = try await clinic.admit(5)
    try await clinic.appointments(of: patients, doctor)
    try await clinic.invoices(of: patients)
    try await clinic.documents(of: patients[0], doctor)
    try await clinic.twoDesks(patients[1])
    try await clinic.theLineIsBusy(patients[2])
    try await clinic.farewell(patients[3])
    try await clinic.theOfficeCloses(doctor)
  }

  /// Models of which only the keys are known can't be saved, alone or after others, and nothing is written.
  @Test(arguments: BackendChoice.allCases) func keysAloneAreNotSaved(_ choice: BackendChoice) async throws {
    let store = try await ClinicTests(choice).store
    try await store.prepare(HospitalSchema.self)
    let error = StoreError.notLoaded(model: "ClinicLabel", field: "")
    let labels = [ClinicLabel(name: "b"), .existing("a")]
    await #expect(throws: error) { try await store.save(labels[1]) }
    await #expect(throws: error) { try await store.save(labels) }
    await #expect(throws: error) { try await store.insert(labels) }
    await #expect(throws: error) { try await store.update(labels) }
    #expect(try await store.count(ClinicLabel.all) == 0)
    let department = Department(name: "Surgery")
    await #expect(throws: StoreError.notLoaded(model: "Department", field: "")) {
      try await store.save([department, .existing(department.id)])
    }
    #expect(try await store.count(Department.all) == 0)
  }

  private func openTheHouse() async throws -> Doctor {
    let surgery = Department(name: "Surgery")
    var doctor = Doctor(name: "Dr. Mori", department: surgery)
    let written = try await writes {
      doctor = try await store.save(doctor)
      try await store.save(ConsultingRoom(number: "101", department: surgery))
    }
    // The department is new in the second line, too. Its row is there, and stays as it is.
    #expect(written == [
      "Department: insertMissing, 1 row", "Doctor: save of 3 columns, 1 row",
      "Department: insertMissing, 1 row", "ConsultingRoom: save, 1 row",
    ])
    #expect(try await store.count(Department.all) == 1)
    return doctor
  }

  private func admit(_ count: Int) async throws -> [Patient] {
    let insurance = try await store.save(Insurance(name: "Kenpo"))
    let regular = ClinicLabel(name: "regular")
    let patients = (0..<count).map { number in
      var patient = Patient(name: "patient \(number)", insurance: insurance, labels: [regular])
      patient.wish.byPhone = number % 2 == 0
      return patient
    }
    var saved: [Patient] = []
    let written = try await writes { saved = try await store.insert(patients) }
    #expect(written == [
      "ContactWish: insertMissing, 3 rows", "ContactWish: save of 1 column, 2 rows", "ClinicLabel: insertMissing, 1 row",
      "Patient: insert, 5 rows", "Patient: insert, 5 rows",
    ])
    #expect(saved.allSatisfy { $0.version == 1 && $0.hasWish })
    return saved
  }

  private func appointments(of patients: [Patient], _ doctor: Doctor) async throws {
    let written = try await writes {
      try await store.save(patients.map { Appointment(patient: $0, doctor: doctor) })
      let mori = try #require(try await store.first(Doctor.where { $0.name == "Dr. Mori" }))
      var next = Appointment(patient: patients[0], doctor: mori, room: .existing("101"))
      next = try await store.save(next)
      next.state = .kept
      next.patient.phone = "0123"
      try await store.save(next)
      #expect(next.room == nil && next.roomID == "101")
    }
    #expect(written == [
      "Appointment: save, 5 rows", "Appointment: save, 1 row",
      "Patient: update of 3 columns, 1 row", "Appointment: save, 1 row",
    ])
    let stored = try await store.fetch(Patient.all.order { $0.name.ascending })
    #expect(stored.map(\.version) == [2, 1, 1, 1, 1])
    #expect(stored[0].phone == "0123" && stored[0].name == "patient 0")
  }

  /// The copies of the patients are older than their rows by now.
  private func invoices(of patients: [Patient]) async throws {
    let written = try await writes {
      for patient in patients {
        let visit = try await store.first(Appointment.where { $0.patient.id == patient.id })
        let invoice = try await store.save(Invoice(patient: patient, appointment: visit))
        try await store.save([
          InvoiceLine(invoice: invoice, text: "visit", amount: 50), InvoiceLine(invoice: invoice, text: "pills", amount: 7),
        ])
        try await store.update(Invoice.where { $0.id == invoice.id }) { $0.total.set(57) }
      }
    }
    let each = ["Invoice: save, 1 row", "InvoiceLine: save, 2 rows", "update Invoice"]
    #expect(written == Array(repeating: each, count: patients.count).flatMap(\.self))
    #expect(try await store.fetch(Invoice.all).allSatisfy { $0.total == 57 && $0.version == 2 })
    #expect(try await store.fetch(Patient.all).map(\.version).sorted() == [1, 1, 1, 1, 2])
  }

  private func documents(of patient: Patient, _ doctor: Doctor) async throws {
    let written = try await writes {
      let document = try await store.save(
        ClinicDocument(patient: patient, author: doctor, title: "X-ray", labels: [.existing("regular")]))
      let visit = try await store.first(Appointment.where { $0.patient.id == patient.id })
      try await store.save(DocumentUse(document: document, appointment: visit))
      try await store.save(DocumentUse(document: document))
      let stored = try await store.find(ClinicDocument.self, id: document.id)
      #expect(stored?.labels == document.labels && document.labels == [ClinicLabel(name: "regular")])
    }
    #expect(written == [
      "ClinicDocument: save, 1 row", "ClinicDocument: insert, 1 row", "DocumentUse: save, 1 row",
      "DocumentUse: save, 1 row",
    ])
  }

  /// Two programs have the same patient open.
  private func twoDesks(_ patient: Patient) async throws {
    let query = ClinicDocument.where { $0.title == "shared" }.including { $0.author }
    try await store.save(
      ClinicDocument(patient: patient, author: Doctor(name: "Dr. Sato"), title: "shared", labels: [ClinicLabel(name: "a")]))
    var first = try #require(try await store.first(query))
    var second = first
    first.author?.phone = "1"
    first.author?.wish.byMail = false
    second.author?.name = "Dr. Satō"
    second.author?.wish.language = "ja"
    try await store.save(first)
    await #expect(throws: StoreError.staleVersion(model: "ClinicDocument", key: "\(first.id)")) {
      try await store.save(second)
    }
    try await store.update(try #require(second.author), only: \.name, \.wish)
    let sato = try #require(try await store.first(query)?.author)
    #expect(sato.name == "Dr. Satō" && sato.phone == "1")
    #expect(sato.wish.language == "ja" && !sato.wish.byMail)
    try await store.append([ClinicLabel(name: "b")], to: first, \.labels)
    try await store.append([.existing("b"), .existing("regular")], to: first, \.labels)
    #expect(try await store.first(query)?.labels.map(\.name) == ["a", "b", "regular"])
  }

  /// The same form is sent twice.
  private func theLineIsBusy(_ patient: Patient) async throws {
    for phone in ["1", "2"] {
      try await store.save(Insurance(name: "Kenpo"), matching: \.name)
      var patient = try #require(try await store.find(Patient.self, id: patient.id))
      patient.phone = phone
      let copy = patient
      #expect(try await writes { try await store.update(copy, only: \.phone) } == ["Patient: update of 3 columns, 1 row"])
    }
    #expect(try await store.count(Insurance.all) == 1)
    await #expect(throws: StoreError.staleVersion(model: "Patient", key: "\(patient.id)")) {
      try await store.delete(patient)
    }
  }

  private func farewell(_ patient: Patient) async throws {
    let appointments = Appointment.where { $0.patient.id == patient.id }
    let visit = try #require(try await store.first(appointments))
    await #expect(
      throws: StoreError.inUse(model: "Patient", referrer: "Appointment", field: "patient", keys: ["\(visit.id)"])
    ) {
      try await store.delete(Patient.self, id: patient.id)
    }
    try await store.save(ClinicDocument(patient: patient, title: "letter"))
    let wishes = try await store.count(ContactWish.all)
    let written = try await writes {
      try await store.delete(Invoice.where { $0.patient.id == patient.id })
      try await store.delete(appointments)
      try await store.delete(patient)
    }
    #expect(written == ["delete Invoice", "delete Appointment", "delete Patient", "delete ContactWish"])
    #expect(try await store.count(ContactWish.all) == wishes - 1)
    #expect(try await store.count(ClinicDocument.where { $0.title == "letter" }) == 0)
  }

  /// An author may leave, and a doctor with appointments may not.
  private func theOfficeCloses(_ doctor: Doctor) async throws {
    let ids = try await store.fetch(Appointment.where { $0.doctor.id == doctor.id }.limit(3)).map { "\($0.id)" }
    await #expect(throws: StoreError.inUse(model: "Doctor", referrer: "Appointment", field: "doctor", keys: ids)) {
      try await store.delete(doctor)
    }
    #expect(try await store.delete(Doctor.self, where: { $0.name == "Dr. Satō" }) == 1)
    let document = try await store.first(ClinicDocument.where { $0.title == "shared" })
    #expect(document != nil && document?.authorID == nil)
    let wishes = try await store.fetch(ContactWish.all)
    #expect(!wishes.contains { $0.language == "ja" })
    #expect(wishes.count == (try await store.count(Patient.all)))
  }
}
