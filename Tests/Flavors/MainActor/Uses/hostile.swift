import IgataRuntime

nonisolated func uses() -> String { HostileSchema.models.map { "\($0.table.model)" }.joined() }
