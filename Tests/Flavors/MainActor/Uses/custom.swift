import IgataRuntime

nonisolated func uses() -> String { PaletteSchema.models.map { "\($0.table.model)" }.joined() }
