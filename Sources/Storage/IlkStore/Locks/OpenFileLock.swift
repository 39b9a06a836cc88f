/// Linux's commands for locks that belong to an open file and not to a process: macros that Swift does not see.
enum OpenFileLock {
    /// `F_OFD_GETLK`.
    static let ask: Int32 = 36
    /// `F_OFD_SETLK`.
    static let set: Int32 = 37
}
