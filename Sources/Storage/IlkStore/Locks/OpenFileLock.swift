/// Linux's `fcntl` commands for open file description locks, which are macros that Swift does not import.
enum OpenFileLock {
    /// `F_OFD_GETLK`.
    static let getLock: Int32 = 36
    /// `F_OFD_SETLK`.
    static let set: Int32 = 37
}
