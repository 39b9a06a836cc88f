import IlkSync
import Monica
import TestSupport

/// A step of a schedule for two devices and Monica.
package enum MonicaStep: Hashable, Sendable {
    /// A device adds a call, possibly one that Monica rejects.
    case note(device: Int, isBad: Bool)
    /// A device appends to the notes of a call, or replaces them.
    case edit(device: Int, call: Int, isAdding: Bool)
    case delete(device: Int, call: Int)
    /// A person edits calls on Monica's web pages.
    case noteThere
    case editThere(call: Int, isAdding: Bool)
    case deleteThere(call: Int)
    case deliver(Int)
    case drop(Int)
    case pass(milliseconds: UInt64)
    case kill(device: Int, SyncStep.KillMoment)
    case start(device: Int)
    case skew(device: Int, milliseconds: Int64)
    case skewMonica(milliseconds: Int64)
    /// The next requests fail: 0 throttled, 1 unauthorized, 2 an error after execution, 3 an error before.
    case trouble(Int, how: Int)
}

/// The events for two devices and Monica, generated from a seed.
package struct MonicaSchedule: SimulatedSchedule, Hashable, Sendable {
    package let seed: UInt64
    package var steps: [MonicaStep]

    package init(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        self.seed = seed
        let count = 15 + dice.below(120)
        steps = []
        steps.reserveCapacity(count)
        for _ in 0..<count { steps.append(Self.step(&dice)) }
    }

    private static func step(_ dice: inout SeededGenerator) -> MonicaStep {
        let (device, call) = (dice.below(2), dice.below(6))
        let day: Int64 = 86_400_000
        switch dice.below(100) {
        case ..<8: return .note(device: device, isBad: dice.below(20) == 0)
        case ..<18: return .edit(device: device, call: call, isAdding: dice.below(2) == 0)
        case ..<21: return .delete(device: device, call: call)
        case ..<23: return .noteThere
        case ..<27: return .editThere(call: call, isAdding: dice.below(2) == 0)
        case ..<29: return .deleteThere(call: call)
        case ..<72: return .deliver(dice.below(6))
        case ..<76: return .drop(dice.below(6))
        case ..<86: return .pass(milliseconds: UInt64([1, 700, 4000, 31_000, 400_000][dice.below(5)]))
        case ..<90:
            return .kill(device: device, SyncStep.KillMoment.allCases[dice.below(3)])
        case ..<94: return .start(device: device)
        case 94:
            return .skew(device: device, milliseconds: [-day * 365, -5000, 5000, day * 365][dice.below(4)])
        case 95: return .skewMonica(milliseconds: [-day, -3000, 3000, day][dice.below(4)])
        default: return .trouble(1 + dice.below(3), how: dice.below(4))
        }
    }

    /// Executes the schedule and then lets both devices finish without faults.
    ///
    /// - Returns: The violated expectation, or `nil`.
    package func run(fault: MonicaFault? = nil) -> String? {
        var world = MonicaWorld(seed: seed, fault: fault)
        for step in steps { world.perform(step) }
        return world.settle()
    }
}

/// A fault planted around the engine. The simulation must find each one.
package enum MonicaFault: String, CaseIterable, Sendable {
    /// A call is created again after an unknown outcome, without a check for duplicates.
    case createsBlindly
    /// Versions that lost are not kept.
    case forgetsWhatLost
    /// A request is sent before the state it depends on is stored.
    case sendsBeforeItStores
    /// A device accepts a response to another request.
    case takesAnyAnswer
    /// Each page claims to be the last, so later calls are missed.
    case readsOnePageOnly
}
