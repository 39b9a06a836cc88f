import IlkSync
import Monica
import TestSupport

/// One thing that happens in a schedule of two devices and Monica.
package enum MonicaStep: Hashable, Sendable {
    /// A device notes a call, or one that Monica will not take.
    case note(device: Int, isBad: Bool)
    /// A device adds to the notes of a call, or writes others.
    case edit(device: Int, call: Int, isAdding: Bool)
    case delete(device: Int, call: Int)
    /// Somebody does the same in Monica's own pages.
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
    /// The next requests get: 0 throttled, 1 not accepted, 2 an error after it was done, 3 an error before.
    case trouble(Int, how: Int)
}

/// What happens to two devices and Monica: made from a seed.
package struct MonicaSchedule: SimulatedSchedule, Hashable, Sendable {
    /// What it was made from.
    package let seed: UInt64
    /// What happens, in order.
    package var steps: [MonicaStep]

    /// The schedule of a seed.
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

    /// Lets the schedule happen, and then quiet.
    ///
    /// - Returns: What is wrong in the end; nil when nothing is.
    package func run(fault: MonicaFault? = nil) -> String? {
        var world = MonicaWorld(seed: seed, fault: fault)
        for step in steps { world.perform(step) }
        return world.settle()
    }
}

/// A fault planted around the engine, which the simulation must find.
package enum MonicaFault: String, CaseIterable, Sendable {
    /// A call whose fate is unknown is created again without a look.
    case createsBlindly
    /// What lost is forgotten.
    case forgetsWhatLost
    /// A request goes out before what it stands on is stored.
    case sendsBeforeItStores
    /// A device does not look at what an answer is an answer to.
    case takesAnyAnswer
    /// A list's numbers go astray: each page says that it is the last.
    case readsOnePageOnly
}
