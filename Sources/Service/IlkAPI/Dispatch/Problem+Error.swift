import IlkFiles
import IlkHTTP
import IlkLearning
import IlkLog
import IlkStore
import IlkVocabulary

extension Problem {
    /// Creates the problem for an error that a route threw, or returns `nil` if the error is unexpected.
    ///
    /// The detail can contain ids, names and labels of the taxonomy. Of the request, it contains only names, ids
    /// and invalid search terms.
    ///
    /// - Parameter error: The error.
    init?(of error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as RecordStoreError: self.init(error)
        case let error as SearchProblem: self.init(.invalidQuery, error.description)
        case ClassificationLogError.unknownCategory(let label, let known): self.init(label, known)
        case let error as StoreError where [.busy, .full, .noPermission].contains(error.code):
            self.init(.busy, "the store cannot be changed now", retryAfter: 1)
        case let error as RegistryError where error.code == .unknownVersion:
            self.init(.noSuchVersion, error.description)
        case let error as RegistryError where error.code == .changed:
            self = IfMatch.changed("the active version")
        case let error as RegistryError where [.locked, .nothingBefore, .notAllowed].contains(error.code):
            self.init(.conflict, error.description)
        case let error as IlkError where [.tryLater, .configuration].contains(error.kind):
            self.init(.conflict, error.description)
        case let error as any (InvalidRecord & ReportedError)
        where error.exitStatus == IlkError.Kind.noInput.rawValue:
            self.init(.noSuchRecord, error.description)
        case let error as any ReportedError where error.exitStatus == IlkError.Kind.noInput.rawValue:
            // The message can contain a path.
            self.init(.noSuchRecord, "there is no such record")
        default: return nil
        }
    }

    private init(_ error: RecordStoreError) {
        switch error {
        case .noSuchEntry: self.init(.noSuchRecord, error.description)
        case .ambiguousReference: self.init(.noSuchRecord, "\(error.description); use the full id")
        case .malformedReference:
            self.init(
                .noSuchRecord, "the reference to the entry is invalid" + (error.hint.map { ": \($0)" } ?? ""))
        case .emptyQuery: self.init(.invalidQuery, error.description)
        case .malformedCursor: self.init(.noSuchPage, "the cursor is not from a page of this list")
        case .conflictingEntry, .purgeHeldUp: self.init(.conflict, error.description)
        }
    }

    private init(_ label: Category, _ known: [Category]) {
        let names = known.map(\.rawValue)
        let hint = Suggestion.hint(for: label.rawValue, among: names, listing: "its labels are")
        self.init(.unknownLabel, "the taxonomy has no label '\(label)'; \(hint)")
    }
}
