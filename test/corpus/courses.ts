import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeCourse } from '@/domain/courses/course-blob'
import type { CourseLine } from '@/domain/courses/course-line'
import { readCourse } from '@/domain/courses/read-course'
import { writeFitCourse } from '@/domain/courses/write-fit-course'

/*
 * Writes the recordings in a folder as FIT courses and compares these with what Garmin's decoder reads: `bun run
 * test:courses FOLDER`, with a Python in $PYTHON that has garmin-fit-sdk. Any difference fails.
 */

/** The result of the other decoder for a file. */
interface Decoded {
  error?: string
  type: string
  name: string
  events: [string, string][]
  laps: number[]
  points: [lat: number, lon: number, ele: number | null][]
  length: number
  isOrdered: boolean
  waypoints: [string, string][]
}

/** Degrees: half a unit of FIT positions. */
const PRECISION = 90 / 2 ** 31
/** Metres: half a unit of FIT altitudes. */
const ALTITUDE_PRECISION = 0.1001

const [folder = ''] = process.argv.slice(2)
const target = mkdtempSync(join(tmpdir(), 'courses-'))
const written: { path: string; name: string; line: CourseLine }[] = []
try {
  for (const name of readdirSync(folder).sort()) {
    const course = await readCourse(name, readFileSync(join(folder, name))).catch(() => undefined)
    if (!course) continue
    const line = decodeCourse(course.points)
    const path = join(target, `${written.length}.fit`)
    const waypoint = {
      lat: line.lat[0] ?? 0,
      lon: line.lon[0] ?? 0,
      name: 'Start',
      kind: 'food',
    } as const
    const content = { name: 'Course', description: '', creator: '', createdAt: Date.now() }
    writeFileSync(path, writeFitCourse({ ...content, line, waypoints: [waypoint] }))
    written.push({ path, name, line })
  }
  const script = join(import.meta.dir, 'device-courses.py')
  const paths = written.map(({ path }) => path)
  const decoded = Bun.spawnSync([process.env.PYTHON ?? 'python3', script, ...paths])
  if (decoded.exitCode !== 0) throw new Error(decoded.stderr.toString())
  const lines = decoded.stdout.toString().trimEnd().split('\n')
  let differing = 0
  for (const [index, { name, line }] of written.entries()) {
    const problem = findProblem(line, JSON.parse(lines[index] ?? '{}'))
    if (problem !== undefined) differing += 1
    if (problem !== undefined) console.log(`${name}: ${problem}`)
  }
  console.log(JSON.stringify({ courses: written.length, differing }))
  process.exitCode = differing > 0 || written.length === 0 ? 1 : 0
} finally {
  rmSync(target, { recursive: true })
}

function findProblem({ lat, lon, ele }: CourseLine, decoded: Decoded): string | undefined {
  if (decoded.error !== undefined) return decoded.error
  const facts = [decoded.type, decoded.name, decoded.events, decoded.waypoints, decoded.isOrdered]
  const expected = [
    ...['course', 'Course'],
    [
      ['timer', 'start'],
      ['timer', 'stop_disable_all'],
    ],
    [['Start', 'food']],
    true,
  ]
  if (JSON.stringify(facts) !== JSON.stringify(expected)) return JSON.stringify(facts)
  if (decoded.laps.length !== 1 || decoded.laps[0] !== decoded.length) return 'another length'
  if (decoded.points.length !== lat.length)
    return `${decoded.points.length} of ${lat.length} points`
  const wrong = decoded.points.findIndex(
    ([latitude, longitude, altitude], i) =>
      Math.abs(latitude - (lat[i] ?? 0)) > PRECISION ||
      Math.abs(longitude - (lon[i] ?? 0)) > PRECISION ||
      (altitude === null) !== Number.isNaN(ele[i]) ||
      Math.abs((altitude ?? 0) - (ele[i] || 0)) > ALTITUDE_PRECISION,
  )
  return wrong < 0 ? undefined : `another position or altitude at point ${wrong}`
}
