public import Foundation
import IlkStore
public import IlkVocabulary

/// The state and actions of a screen that shows a list of calls and a form for one call. The view model does
/// not depend on a user interface.
///
/// Not thread-safe.
public struct CallLogViewModel: Sendable {
    /// The loading state of the list of calls.
    public enum Phase: Sendable, Hashable {
        /// The list is not loaded yet.
        case initial
        /// The model is reading or writing.
        case loading
        /// The list is loaded and contains calls.
        case loaded
        /// The list is loaded and empty.
        case empty
    }

    /// The calls of the list, newest first, at most 100.
    public private(set) var callLogs: [CallLogEntity] = []
    /// The statistics of all calls with the listed contact, or of all calls if the list has all contacts.
    public private(set) var statistics = CallStatistics()
    /// The loading state of the list of calls.
    public private(set) var phase = Phase.initial {
        didSet { if phase != oldValue { onPhaseChange?(phase) } }
    }
    /// A function that is called with each new loading state. A screen can use it to show that calls are
    /// being loaded.
    public var onPhaseChange: (@Sendable (Phase) -> Void)?
    /// The error message of the last action, or `nil` if the last action succeeded.
    public private(set) var errorMessage: String?
    /// `true` while the model reads or writes.
    public var isLoading: Bool { phase == .loading }
    /// `true` if there is an error message to show.
    public var showingError: Bool { errorMessage != nil }

    /// The id of the contact in the form, or 0 if no contact is chosen.
    public var contactId: Int32
    /// The start time in the form; the current time in a new form.
    public var calledAt: Date
    /// The duration in the form as typed, such as `20`, `20m` or `1h 5m`. Empty if there is no duration.
    public var durationText = ""
    /// The emotion in the form, or `nil` if no emotion is chosen.
    public var emotionalState: EmotionalState?
    /// The notes in the form.
    public var notes = ""

    private let storage: CallLogStorage
    private let timeline: LocalTimeline

    /// Creates a view model.
    ///
    /// - Parameters:
    ///   - storage: The call store.
    ///   - contactId: The id of the contact whose calls are listed; 0 to list all calls.
    ///   - timeZone: The time zone for dates.
    ///   - locale: The locale for dates.
    public init(
        storage: CallLogStorage, contactId: Int32 = 0, timeZone: TimeZone = .current,
        locale: Locale = .current
    ) {
        self.storage = storage
        self.contactId = contactId
        calledAt = storage.now
        timeline = LocalTimeline(timeZone: timeZone, locale: locale)
    }

    /// All validation errors of the form. The array is empty if the form can be saved.
    public var problems: [CallFieldError] {
        do {
            return try draft().validationErrors(now: storage.now)
        } catch {
            let rest = CallDraft(
                contactId: contactId, calledAt: calledAt, emotionalState: emotionalState, notes: notes)
            return [error] + rest.validationErrors(now: storage.now)
        }
    }

    /// `true` if the form can be saved.
    public var isFormValid: Bool { problems.isEmpty }

    private func draft() throws(CallFieldError) -> CallDraft {
        CallDraft(
            contactId: contactId, calledAt: calledAt, duration: try CallDuration.minutes(durationText),
            emotionalState: emotionalState, notes: notes.isEmpty ? nil : notes)
    }

    /// Returns the date of a call as text: today, yesterday, or a date.
    ///
    /// - Parameter call: The call.
    public func dateText(_ call: CallLogEntity) -> String { timeline.text(call.calledAt, now: storage.now) }
}

extension CallLogViewModel {
    /// Reads the list and its statistics. An error is reported in ``errorMessage``.
    public mutating func load() async {
        await attempt { model in
            let filter = CallFilter(contactId: model.contactId == 0 ? nil : model.contactId)
            model.callLogs = try await model.storage.fetchCallLogs(matching: filter, limit: 100)
            model.statistics = try await model.storage.statistics(matching: filter)
        }
    }

    /// Saves the form as a new call and reloads the list.
    ///
    /// - Returns: `true` if the call was saved; otherwise ``errorMessage`` has the reason.
    @discardableResult
    public mutating func save() async -> Bool {
        await change { model in try await model.storage.saveCallLog(model.checkedDraft()) }
    }

    /// Fills the form with the fields of a call.
    ///
    /// - Parameter call: The call.
    public mutating func edit(_ call: CallLogEntity) {
        contactId = call.contactId
        calledAt = call.calledAt
        durationText = call.duration > 0 ? "\(call.duration)" : ""
        emotionalState = call.emotion
        notes = call.notes ?? ""
    }

    /// Saves the form to an existing call and reloads the list.
    ///
    /// - Parameter call: The call to change.
    /// - Returns: `true` if the call was saved; otherwise ``errorMessage`` has the reason.
    @discardableResult
    public mutating func update(_ call: CallLogEntity) async -> Bool {
        await change { model in
            let form = try model.checkedDraft()
            try await model.storage.updateCallLogs([.id(call.key)]) { draft in
                (draft.contactId, draft.calledAt) = (form.contactId, form.calledAt)
                (draft.duration, draft.emotionalState) = (form.duration, form.emotionalState)
                draft.notes = form.notes
            }
        }
    }

    /// Deletes a call and reloads the list.
    ///
    /// - Parameter call: The call to delete.
    /// - Returns: `true` if the call was deleted; otherwise ``errorMessage`` has the reason.
    @discardableResult
    public mutating func delete(_ call: CallLogEntity) async -> Bool {
        await change { model in try await model.storage.deleteCallLogs([.id(call.key)]) }
    }

    /// Clears the error message.
    public mutating func dismissError() { errorMessage = nil }

    private func checkedDraft() throws -> CallDraft {
        let problems = problems
        guard problems.isEmpty else { throw CallError.invalid(problems) }
        return try draft()
    }

    private mutating func change(_ body: (inout CallLogViewModel) async throws -> Void) async -> Bool {
        guard await attempt(body) else { return false }
        await load()
        return true
    }

    @discardableResult
    private mutating func attempt(_ body: (inout CallLogViewModel) async throws -> Void) async -> Bool {
        phase = .loading
        errorMessage = nil
        defer { phase = callLogs.isEmpty ? .empty : .loaded }
        do {
            try await body(&self)
            return true
        } catch let error as any ReportedError {
            errorMessage = error.description
        } catch {
            errorMessage = "an unexpected error occurred"
        }
        return false
    }
}
