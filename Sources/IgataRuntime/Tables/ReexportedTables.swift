// Generated newtypes name their bounds, and generated files import nothing but this module.
@_exported public import struct IgataTables.ColumnConstraints
