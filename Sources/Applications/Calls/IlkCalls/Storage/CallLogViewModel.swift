public import Foundation
import IlkStore
public import IlkVocabulary

/// What a screen of calls knows and does, without the screen: a list, a form, what is wrong with it, dates in words.
///
/// For one owner at a time.
public struct CallLogViewModel: Sendable {
    /// What the list is doing.
    public enum Phase: Sendable, Hashable {
        /// Nothing was loaded yet.
        case initial
        /// Something is being read or written.
        case loading
        /// There is something to show.
        case loaded
        /// There are no calls.
        case empty
    }

    /// The calls of the list, newest first.
    public private(set) var callLogs: [CallLogEntity] = []
    /// What they come to.
    public private(set) var statistics = CallStatistics()
    /// What the list is doing.
    public private(set) var phase = Phase.initial
    /// What went wrong last, for people; nil when nothing did.
    public private(set) var errorMessage: String?
    /// Whether something is being read or written.
    public var isLoading: Bool { phase == .loading }
    /// Whether there is something to be told.
    public var showingError: Bool { errorMessage != nil }

    /// The form: with whom.
    public var contactId: Int32
    /// The form: when; now, in a new one.
    public var calledAt: Date
    /// The form: the duration as it was typed: `20`, `20m`, `1h 5m`; empty for none.
    public var durationText = ""
    /// The form: how it felt.
    public var emotionalState: EmotionalState?
    /// The form: what was said, over as many lines as it takes.
    public var notes = ""

    private let storage: CallLogStorage
    private let timeline: LocalTimeline

    /// A view model of a contact's calls, or, without one, of all.
    public init(
        storage: CallLogStorage, contactId: Int32 = 0, timeZone: TimeZone = .current,
        locale: Locale = .current
    ) {
        self.storage = storage
        self.contactId = contactId
        calledAt = storage.now
        timeline = LocalTimeline(timeZone: timeZone, locale: locale)
    }

    /// What is wrong with the form; nothing when it can be saved.
    public var problems: [CallFieldProblem] {
        do {
            return try draft().problems(now: storage.now)
        } catch {
            let rest = CallDraft(
                contactId: contactId, calledAt: calledAt, emotionalState: emotionalState, notes: notes)
            return [error] + rest.problems(now: storage.now)
        }
    }

    /// Whether the form can be saved.
    public var isFormValid: Bool { problems.isEmpty }

    private func draft() throws(CallFieldProblem) -> CallDraft {
        CallDraft(
            contactId: contactId, calledAt: calledAt, duration: try CallDuration.minutes(durationText),
            emotionalState: emotionalState, notes: notes.isEmpty ? nil : notes)
    }

    /// When a call was, in the user's words: today, yesterday, or a date.
    public func dateText(_ call: CallLogEntity) -> String { timeline.text(call.calledAt, now: storage.now) }
}

extension CallLogViewModel {
    /// Reads the list and its statistics.
    public mutating func load() async {
        await attempt { model in
            let filter = CallFilter(contactId: model.contactId == 0 ? nil : model.contactId)
            model.callLogs = try await model.storage.fetchCallLogs(matching: filter, limit: 100)
            model.statistics = try await model.storage.statistics(matching: filter)
        }
    }

    /// Saves the form as a new call.
    ///
    /// - Returns: Whether it was saved.
    @discardableResult
    public mutating func save() async -> Bool {
        await change { model in try await model.storage.saveCallLog(model.checkedDraft()) }
    }

    /// Fills the form with what a call is.
    public mutating func edit(_ call: CallLogEntity) {
        contactId = call.contactId
        calledAt = call.calledAt
        durationText = call.duration > 0 ? "\(call.duration)" : ""
        emotionalState = call.emotion
        notes = call.notes ?? ""
    }

    /// Saves the form as what a call is from now on.
    ///
    /// - Returns: Whether it was saved.
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

    /// Deletes a call.
    ///
    /// - Returns: Whether it was deleted.
    @discardableResult
    public mutating func delete(_ call: CallLogEntity) async -> Bool {
        await change { model in try await model.storage.deleteCallLogs([.id(call.key)]) }
    }

    /// Forgets what went wrong.
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
            errorMessage = "something unforeseen happened"
        }
        return false
    }
}
