import TestSupport

/// The events for some devices and their hub, generated from a seed and therefore reproducible.
package struct SyncSchedule: Hashable, Sendable {
    package let seed: UInt64
    /// The number of devices at the start.
    package let devices: Int
    /// Records per page and per batch.
    package let batch: Int
    /// `true` if the hub merges, `false` if it only compares.
    package let isMerging: Bool
    package var steps: [SyncStep]

    package init(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        self.seed = seed
        devices = 1 + dice.below(5)
        batch = [1, 2, 5, 50][dice.below(4)]
        isMerging = dice.below(4) != 0
        // Each schedule favors some types of faults. All types at once would mask each other.
        let calm = dice.below(4)
        let count = 20 + dice.below(140)
        steps = []
        steps.reserveCapacity(count)
        for _ in 0..<count { steps.append(Self.step(&dice, calm: calm)) }
    }

    private static func step(_ dice: inout SeededGenerator, calm: Int) -> SyncStep {
        let device = dice.below(5)
        switch dice.below(100) {
        case ..<10: return .event(device: device)
        case ..<22: return .edit(device: device, record: dice.below(4), isTooLong: dice.below(40) == 0)
        case ..<25: return .delete(device: device, record: dice.below(4))
        case ..<26: return .erase(device: device, event: dice.below(100))
        case ..<70: return .deliver(dice.below(calm == 0 ? 100 : 2))
        case ..<74: return .drop(dice.below(100))
        case ..<78: return .repeatMessage(dice.below(100))
        case ..<86: return .pass(milliseconds: UInt64([1, 400, 5000, 40_000, 90_000][dice.below(5)]))
        case ..<90:
            guard calm != 1 else { return .deliver(0) }
            return dice.below(2) == 0
                ? .kill(device: device, SyncStep.KillMoment.allCases[dice.below(3)]) : .start(device: device)
        case ..<93: return dice.below(2) == 0 ? .cut(device: device) : .heal(device: device)
        case ..<95: return skew(&dice, device)
        case ..<97: return copy(&dice, device)
        default: return trouble(&dice)
        }
    }

    private static func skew(_ dice: inout SeededGenerator, _ device: Int) -> SyncStep {
        let year: Int64 = 31_536_000_000
        let by = [-10 * year, -year, -60_000, 60_000, year, 10 * year][dice.below(6)]
        return dice.below(6) == 0
            ? .skewHub(milliseconds: [-year, -60_000, 60_000, 2 * year][dice.below(4)])
            : .skew(device: device, milliseconds: by)
    }

    private static func copy(_ dice: inout SeededGenerator, _ device: Int) -> SyncStep {
        switch dice.below(5) {
        case ..<2: .backUp(device: device)
        case ..<4: .clone(device: device)
        default: .putBack(device: device)
        }
    }

    private static func trouble(_ dice: inout SeededGenerator) -> SyncStep {
        switch dice.below(8) {
        case ..<2: .backUpHub
        case 2: .restartHub
        case 3: .restoreHub
        case 4: .sweep(kept: UInt64(dice.below(8)))
        default: .refuse(1 + dice.below(3), how: dice.below(4))
        }
    }
}
