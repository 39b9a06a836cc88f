import Glibc

enum OpenFileLimit {
    /// Raises the limit on open files of this process to `wanted`, or as far as the system allows.
    ///
    /// - Returns: The number of files that can be open, at most `wanted`.
    static func raise(to wanted: Int) -> Int {
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(files, &limit) == 0, limit.rlim_cur < wanted else { return wanted }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(wanted))
        guard setrlimit(files, &limit) == 0, getrlimit(files, &limit) == 0 else { return 256 }
        return Int(limit.rlim_cur)
    }
}
