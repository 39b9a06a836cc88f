public import IlkStore

/// How a person names an entry of the log.
public typealias LogReference = RecordReference
