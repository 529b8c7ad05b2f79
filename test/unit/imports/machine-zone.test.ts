import { describe, expect, test } from 'bun:test'
import { joinRoutes } from '@/use-cases/imports/services/declared-track'
import type { Archive } from '@/use-cases/imports/services/read-service-export'
import { fittrackee } from '@/use-cases/imports/services/readers/fittrackee'
import { setTimeZone } from '../../support/machine-zone'

const exported = (workouts: unknown[]): Archive =>
  ({
    paths: ['user_workouts_data.json'],
    has: (path: string) => path === 'user_workouts_data.json',
    text: async () => JSON.stringify(workouts),
    file: () => undefined,
  }) as unknown as Archive

describe.each(['Pacific/Auckland', 'America/St_Johns', 'Asia/Kathmandu', 'UTC'])(
  'on a machine in the time zone %s',
  (zone) => {
    test('times without a zone in a FitTrackee export are UTC', async () => {
      setTimeZone(zone)
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

    test('points without a zone get the heart rates of the same instant in UTC', () => {
      setTimeZone(zone)
      const point = (time: string) => `<trkpt lat="1" lon="2"><time>${time}</time></trkpt>`
      const times = ['2026-01-31T23:30:00', '2026-01-31T23:30:00Z', '2026-02-01T12:30:00+13:00']
      const route = `<gpx><trk><trkseg>${times.map(point).join('')}</trkseg></trk></gpx>`
      const expected = Date.parse('2026-01-31T23:30:00Z')
      const joined = joinRoutes([route], (instant) => (instant === expected ? 140 : undefined))
      expect(joined.match(/<gpxtpx:hr>140</g)).toHaveLength(3)
    })
  },
)
