import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { MAX_POINTS } from '@/domain/tracks/formats/limits'
import { newTestFolder } from '../../support/folder'

/** The memory of an idle server and the limit for the whole process, in MB. */
const IDLE = 130
const GOAL = 600

const HEAD = '<?xml version="1.0"?>\n<gpx version="1.1"><trk>'
const TAIL = '</trk></gpx>'

/** A recording of this many points and segments, of maximum size. */
async function makeRecording(segments: number, points: number): Promise<string> {
  const path = join(newTestFolder(), 'ride.gpx')
  const file = Bun.file(path).writer()
  file.write(HEAD)
  for (let segment = 0; segment < segments; segment++) {
    file.write('<trkseg>')
    for (let i = segment * points; i < (segment + 1) * points; i++) {
      const time = new Date(1_600_000_000_000 + i * 1000).toISOString()
      const place = `lat="${(47 + (i % 997) * 1e-6).toFixed(6)}" lon="${(8 + (i % 991) * 1e-6).toFixed(6)}"`
      file.write(
        `<trkpt ${place}><ele>${400 + (Math.floor(i / 1000) % 50)}</ele><time>${time}</time></trkpt>\n`,
      )
    }
    file.write('</trkseg>')
    await file.flush()
  }
  file.write(TAIL)
  await file.end()
  return path
}

/** Measures the recording in a separate process. */
function measure(path: string): { outcome: string; peak: number } {
  const script = join(import.meta.dir, '..', '..', 'support', 'measure-peak.ts')
  const { stdout } = Bun.spawnSync([process.execPath, script, path])
  return JSON.parse(stdout.toString())
}

test.each([
  ['one segment', 1, MAX_POINTS, '1000000 points'],
  ['2,000 segments', 2000, MAX_POINTS / 2000, '1000000 points'],
  ['one segment that is too long', 1, MAX_POINTS * 1.2, 'file contains too many points'],
])(
  'a million points in %s do not exhaust the memory of the server',
  async (_, segments, points, expected) => {
    const { outcome, peak } = measure(await makeRecording(segments, points))
    expect(outcome).toBe(expected)
    expect(peak).toBeLessThan(GOAL - IDLE)
  },
  120_000,
)

test('8 MB of brackets in CDATA take less than ten times their size in memory', async () => {
  const path = join(newTestFolder(), 'ride.gpx')
  await Bun.write(path, `${HEAD}<name><![CDATA[${']x'.repeat(4 * 1024 * 1024)}]]></name>${TAIL}`)
  const { outcome, peak } = measure(path)
  expect(outcome).toBe('error when parsing gpx file')
  expect(peak).toBeLessThan(140)
}, 60_000)
