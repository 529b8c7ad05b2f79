import { describe, expect, test } from 'bun:test'
import { type SwimSet, setColumns } from '@/web/screens/workout/analysis/swim-columns'
import type { Preferences } from '@/web/state/preferences'

const IMPERIAL: Preferences = {
  ...{ units: 'imperial', locale: 'en', showAscent: true },
  ...{ dateFormat: 'MM/dd/yyyy', timeZone: 'UTC', language: 'en' },
}

const SET: SwimSet = {
  start: 0,
  duration: 110,
  swum: 110,
  distance: 0.091,
  lengths: 4,
  first_length: 0,
  drill: false,
}

describe('the sets of a pool swim', () => {
  test('have the pace that follows from their time and lengths, in a pool in yards', () => {
    const place = { poolKm: 0.02286, sportId: 1201 }
    const columns = setColumns([SET], place, IMPERIAL)
    const shown = Object.fromEntries(columns.map(({ label, read }) => [label, read(SET)]))
    expect(shown).toMatchObject({
      'stat.distance': '100 yd',
      'climb.time': '1:50',
      'series.pace': '1:50 /100 yd',
    })
  })
})
