// Generated newtypes use this type for their bounds, and generated files import only this module.
@_exported public import struct IgataTables.ColumnConstraints
