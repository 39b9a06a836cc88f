package import SyncSimulation
package import TestSupport

/// A step of a schedule for some devices and their container. Indices are taken modulo the number of choices.
package enum CloudKitStep: Hashable, Sendable {
    /// A device adds an event.
    case event(device: Int)
    /// A device sets one of a few metadata records.
    case edit(device: Int, record: Int)
    /// A device deletes a metadata record.
    case delete(device: Int, record: Int)
    /// A device erases an event that it has.
    case erase(device: Int, event: Int)
    /// A device's pending request is executed, or its response is delivered.
    case carry(device: Int)
    /// A response is lost.
    case lose(device: Int)
    case pass(milliseconds: UInt64)
    /// A device's process dies: now, or at its next step before or after the commit.
    case kill(device: Int, SyncStep.KillMoment)
    /// A device's process starts.
    case start(device: Int)
    /// A device's wall clock is changed by an amount.
    case skew(device: Int, milliseconds: Int64)
    /// A device's data is backed up, restored on a new device, or restored on the same device.
    case backUp(device: Int)
    case clone(device: Int)
    case putBack(device: Int)
    /// The next request of an operation fails.
    case trouble(FakeCloudKit.Fault, at: String)
    /// All tombstones are deleted from the zone.
    case sweep
    case deleteZone
    /// The clocks of CloudKit's writers are changed by an amount.
    case skewWriters(milliseconds: Int64)
}

/// The events for some devices and their container, generated from a seed.
package struct CloudKitSchedule: Hashable, Sendable {
    package let seed: UInt64
    /// The number of devices at the start.
    package let devices: Int
    /// Records per page, and records per batch.
    package let page: Int
    package let batch: Int
    package var steps: [CloudKitStep]

    package init(seed: UInt64) {
        var dice = SeededGenerator(seed: seed &* 0x2545_F491_4F6C_DD1D)
        self.seed = seed
        devices = 1 + dice.below(4)
        page = [1, 2, 5, 200][dice.below(4)]
        batch = [1, 3, 50][dice.below(3)]
        let count = 15 + dice.below(70)
        // Some schedules have few faults, so that more work is done between them.
        let calm = dice.below(3)
        steps = []
        for _ in 0..<count { steps.append(Self.step(&dice, calm)) }
    }

    private static func step(_ dice: inout SeededGenerator, _ calm: Int) -> CloudKitStep {
        let device = dice.below(5)
        switch dice.below(100) {
        case ..<9: return .event(device: device)
        case ..<22: return .edit(device: device, record: dice.below(3))
        case ..<25: return .delete(device: device, record: dice.below(3))
        case ..<26: return .erase(device: device, event: dice.below(50))
        case ..<74: return .carry(device: device)
        case ..<77: return .lose(device: device)
        case ..<83: return .pass(milliseconds: [1, 5000, 40_000, 90_000][dice.below(4)])
        case ..<87:
            return dice.below(2) == 0
                ? .kill(device: device, SyncStep.KillMoment.allCases[dice.below(3)]) : .start(device: device)
        case ..<89:
            let day: Int64 = 86_400_000
            return dice.below(3) == 0
                ? .skewWriters(milliseconds: [-day, day][dice.below(2)])
                : .skew(
                    device: device, milliseconds: [-3650 * day, -60_000, 60_000, 3650 * day][dice.below(4)])
        case ..<91:
            return [
                .backUp(device: device), .backUp(device: device), .clone(device: device),
                .putBack(device: device),
            ][
                dice.below(4)]
        default: return calm == 0 ? .carry(device: device) : trouble(&dice)
        }
    }

    private static func trouble(_ dice: inout SeededGenerator) -> CloudKitStep {
        let operation = ["", "records/modify", "changes/zone", "records/lookup"][dice.below(4)]
        switch dice.below(16) {
        case ..<3: return .trouble(.dropAfter, at: operation)
        case 3: return .trouble(.dropBefore(usesToken: dice.below(2) == 0), at: operation)
        case 4: return .trouble(.error("THROTTLED", status: 429, retryAfter: nil), at: operation)
        case 5: return .trouble(.error("TRY_AGAIN_LATER", status: 503, retryAfter: 3), at: operation)
        case 6: return .trouble(.error("INTERNAL_ERROR", status: 500, retryAfter: nil), at: operation)
        case 7: return .trouble(.item(dice.below(3), "THROTTLED", retryAfter: 2), at: "records/modify")
        case 8: return .trouble(.item(dice.below(3), "CONFLICT", retryAfter: nil), at: "records/modify")
        case 9: return .trouble(.singleError, at: "records/modify")
        case 10: return .trouble(dice.below(2) == 0 ? .badGateway : .wrongShape, at: operation)
        case 11: return .trouble(.samePage, at: "changes/zone")
        case 12: return .trouble(.expireTokens, at: "changes/zone")
        case 13: return .trouble(.signOut, at: operation)
        case 14: return dice.below(2) == 0 ? .sweep : .trouble(.deleteZone, at: operation)
        default: return .deleteZone
        }
    }
}
