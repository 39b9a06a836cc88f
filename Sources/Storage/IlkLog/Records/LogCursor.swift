public import IlkStore

/// A place in the log between two entries.
public typealias LogCursor = PageCursor
