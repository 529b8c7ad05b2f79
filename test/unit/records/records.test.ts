import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  fromStoredRecord,
  isRecordTypeVisible,
  RECORD_RULES,
  RECORD_TYPES,
  type RecordDisplay,
  toStoredRecord,
} from '@/domain/records/record-types'

describe('record types', () => {
  test('are returned in a fixed order and filtered by the display preferences', () => {
    const shown = (display: RecordDisplay) =>
      RECORD_TYPES.filter((type) => isRecordTypeVisible(type, display))
    const all = { elevation: true, speed: true, pace: true }
    expect(shown(all)).toEqual(['AS', 'FD', 'LD', 'MS', 'HA', 'AP', 'BP'])
    const none = { elevation: false, speed: false, pace: false }
    expect(shown(none)).toEqual(['FD', 'LD'])
    expect(shown({ ...none, elevation: true })).toEqual(['FD', 'LD', 'HA'])
    expect(shown({ ...none, speed: true })).toEqual(['AS', 'FD', 'LD', 'MS'])
    expect(shown({ ...none, pace: true })).toEqual(['FD', 'LD', 'AP', 'BP'])
  })

  test('are stored as integers', () => {
    expect(toStoredRecord('AS', 11.42)).toBe(1142)
    expect(toStoredRecord('MS', 35.1)).toBe(3510)
    expect(toStoredRecord('FD', 38.355)).toBe(38_355)
    expect(toStoredRecord('HA', 313.82)).toBe(313_820)
    expect(toStoredRecord('LD', 5083)).toBe(5083)
    expect([toStoredRecord('AP', 297), toStoredRecord('BP', 150)]).toEqual([297, 150])
  })

  test('round-trip every value at its stored precision', () => {
    fc.assert(
      fc.property(fc.constantFrom(...RECORD_TYPES), fc.nat(99_999_999), (type, stored) => {
        const value = Number(`${stored}e-${Math.log10(RECORD_RULES[type].scale)}`)
        expect(toStoredRecord(type, value)).toBe(stored)
        expect(fromStoredRecord(type, stored)).toBe(value)
      }),
    )
  })
})
