import { describe, expect, test } from 'bun:test'
import type { Archive } from '@/use-cases/imports/export-archive'
import { fittrackee } from '@/use-cases/imports/fittrackee-export'
import { joinRoutes } from '@/use-cases/imports/told-track'
import { standIn } from '../../support/machine-zone'

const exported = (workouts: unknown[]): Archive =>
  ({
    has: (path: string) => path === 'user_workouts_data.json',
    text: async () => JSON.stringify(workouts),
    file: () => undefined,
  }) as unknown as Archive

describe.each(['Pacific/Auckland', 'America/St_Johns', 'Asia/Kathmandu', 'UTC'])(
  'on a machine in %s',
  (zone) => {
    test('times of an export of FitTrackee without a zone are UTC', async () => {
      standIn(zone)
      const dates = [
        ...['2026-01-31 23:30:00', '2026-01-31 23:30:00.250', '2026-01-31T23:30'],
        ...['2026-01-31 23:30:00+00:00', '2026-02-01 12:30:00+13:00', '2026-01-31 23:30:00Z'],
      ]
      const archive = exported(
        dates.map((date) => ({ sport_label: 'Running', workout_date: date })),
      )
      const { workouts } = await fittrackee.read(archive, {} as never)
      const moved = await Promise.all(workouts.map((entry) => entry.load()))
      const instants = moved.map((one) => 'startedAt' in one && one.startedAt)
      const expected = Date.parse('2026-01-31T23:30:00Z')
      expect(instants).toEqual([expected, expected + 250, ...Array(4).fill(expected)])
    })

    test('points without a zone get the heart rates of their instants in UTC', () => {
      standIn(zone)
      const point = (time: string) => `<trkpt lat="1" lon="2"><time>${time}</time></trkpt>`
      const times = ['2026-01-31T23:30:00', '2026-01-31T23:30:00Z', '2026-02-01T12:30:00+13:00']
      const route = `<gpx><trk><trkseg>${times.map(point).join('')}</trkseg></trk></gpx>`
      const expected = Date.parse('2026-01-31T23:30:00Z')
      const joined = joinRoutes([route], (instant) => (instant === expected ? 140 : undefined))
      expect(joined.match(/<gpxtpx:hr>140</g)).toHaveLength(3)
    })
  },
)
