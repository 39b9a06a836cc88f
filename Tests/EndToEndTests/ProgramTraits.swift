/// The package traits of the tested program.
enum ProgramTraits {
    static let hasMail: Bool = {
        #if Mail
            true
        #else
            false
        #endif
    }()

    static let hasReports: Bool = {
        #if Reports
            true
        #else
            false
        #endif
    }()

    static let hasServer: Bool = {
        #if Server
            true
        #else
            false
        #endif
    }()
}
