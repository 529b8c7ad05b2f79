import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { LONG_TIME_LIMIT, runs } from '../support/properties'
import { gpxOf } from '../support/tracks/gpx'
import { kmlOf } from '../support/tracks/kml'
import { samplePoints } from '../support/tracks/points'
import { tcxOf } from '../support/tracks/tcx'
import { polarJsonOf, pwxOf, smlOf, suuntoJsonOf } from '../support/tracks/watches'
import { startWorkoutServer } from '../support/workouts'

const points = samplePoints(12)
const FILES: Readonly<Record<string, string>> = {
  'a.gpx': gpxOf(points),
  'a.tcx': tcxOf(points, { seconds: 12, metres: 90, maxSpeed: 9 }),
  'a.kml': kmlOf(points),
  'a.pwx': pwxOf(points),
  'a.sml': smlOf(points),
  'suunto.json': suuntoJsonOf(points),
  'polar.json': polarJsonOf(points),
}
const HOSTILE = [
  ...['Infinity', '-Infinity', 'inf', 'NaN', '1e309', '-1e309', '1e300', '-1e300'],
  ...['9007199254740993', '-9007199254740993', '1e-320', '9'.repeat(400)],
]

/** The positions of numbers in a text. Digits inside words, such as those of namespaces, do not count. */
const numbersIn = (text: string) =>
  [...text.matchAll(/(?<![\w./#])-?\d+(?:\.\d+)?(?![\w/])/g)].map(({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
  }))

/** A file in which some numbers are replaced by hostile ones. */
const hostileFiles = fc.constantFrom(...Object.entries(FILES)).chain(([name, text]) => {
  const slots = numbersIn(text)
  return fc.record({
    name: fc.constant(name),
    text: fc
      .array(fc.tuple(fc.constantFrom(...slots), fc.constantFrom(...HOSTILE)), {
        minLength: 1,
        maxLength: 4,
      })
      .map((changes) =>
        changes
          .toSorted(([one], [other]) => other.start - one.start)
          .reduce(
            (all, [{ start, end }, value]) => all.slice(0, start) + value + all.slice(end),
            text,
          ),
      ),
  })
})

describe('a recording with impossible numbers', () => {
  test(
    'is rejected, or stored as a workout that can be read completely',
    async () => {
      const { upload, get } = await startWorkoutServer()
      let stored = 0
      await fc.assert(
        fc.asyncProperty(hostileFiles, async ({ name, text }) => {
          const { status, body } = await upload(name, text)
          expect([201, 400]).toContain(status)
          if (status === 400) return
          stored += 1
          const [{ id }] = body.data.workouts
          for (const part of ['', '/chart_data?streams=all', '/analysis', '/geojson', '/load']) {
            const read = await get(`/api/workouts/${id}${part}`)
            expect([part, [200, 404].includes(read.status)]).toEqual([part, true])
          }
        }),
        runs(400),
      )
      expect(stored).toBeGreaterThan(20)
    },
    LONG_TIME_LIMIT,
  )

  test.each([
    ['a sample', (text: string) => text.replace('<timeoffset>3</', '<timeoffset>Infinity</')],
    ['the first sample', (text: string) => text.replace('<timeoffset>0</', '<timeoffset>-1e309</')],
    ['the last sample', (text: string) => text.replace('<timeoffset>11</', '<timeoffset>1e15</')],
  ])('is read without the time of %s when it is invalid', async (_, change) => {
    const { record, get } = await startWorkoutServer()
    const text = change(FILES['a.pwx'] ?? '')
    expect(text).not.toBe(FILES['a.pwx'] ?? '')
    const { id, duration } = await record('a.pwx', text)
    expect(duration).toMatch(/^0:00:1\d$/)
    const { status, body } = await get(`/api/workouts/${id}/chart_data`)
    expect([status, body.data.chart_data.length]).toEqual([200, 11])
  })
})
