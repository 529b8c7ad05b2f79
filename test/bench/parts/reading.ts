import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { summarise } from '@/domain/tracks/metrics/summary'
import { readTrack } from '@/domain/tracks/read'
import { encodePoints } from '@/domain/tracks/streams/points-blob'
import { fitFile, gpxFile, syntheticRide } from '../recordings'
import { statusMb } from '../server'
import type { Part } from '../stage'
import type { Row } from '../table'
import { tokenise } from '../tokenise'

const GPX_POINTS = 93_000
const FIT_RECORDS = 120_000
const ROUNDS = 7
const MB = 1e6

const GOALS = { gpxSpeed: 40, fitRecords: 300_000, peak: 250 }

interface Result {
  /** Milliseconds of the fastest round. */
  best: number
  points: number
  /** Peak resident memory of the process in MB, after one file. */
  peak: number
  /** Milliseconds of tokenising the same bytes and nothing more (XML only). */
  tokenising: number | undefined
}

async function measure(path: string): Promise<Result> {
  const bytes = readFileSync(path)
  let [points, peak] = [0, 0]
  const best = await timed(async () => {
    const track = await readTrack(path, bytes, {
      segmentsCreationEvent: 'only_manual',
      acceptWithoutGps: true,
    })
    const { segments } = summarise(track, {
      stoppedSpeedThreshold: 1,
      useRawSpeed: false,
      hasElevation: true,
    })
    for (const segment of segments) encodePoints(segment.points)
    points = segments.reduce((sum, segment) => sum + segment.points.size, 0)
    // Not `resourceUsage`: on Linux a process starts with the peak of its parent.
    peak ||= statusMb(process.pid, 'VmHWM')
  })
  const tokenising = path.endsWith('.gpx') ? await timed(async () => tokenise(bytes)) : undefined
  return { best, points, peak, tokenising }
}

/** Milliseconds of the fastest round: other programs can only slow it down. */
async function timed(work: () => Promise<void>): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    await work()
    best = Math.min(best, performance.now() - start)
  }
  return best
}

async function measureApart(name: string, bytes: Uint8Array): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-tracks-'))
  try {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    const child = Bun.spawn([process.execPath, import.meta.path, path], { stderr: 'inherit' })
    return JSON.parse(await new Response(child.stdout).text())
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Files of 25 MB and 120,000 records, read by the code of the server, each in a separate process to measure its memory.
 */
export const reading: Part = {
  name: 'reading',
  run: async () => [...(await readGpx()), ...(await readFit())],
}

async function readGpx(): Promise<Row[]> {
  const bytes = gpxFile(syntheticRide(GPX_POINTS))
  const { best, tokenising, peak } = await measureApart('ride.gpx', bytes)
  const speed = (milliseconds: number) => bytes.length / MB / (milliseconds / 1000)
  const [ours, bare] = [speed(best), speed(tokenising ?? Number.NaN)]
  return [
    {
      ...{ name: 'reading and measuring GPX (bare: saxes)', unit: 'MB/s', ours, bare },
      ...(ours < GOALS.gpxSpeed && { missed: `≥ ${GOALS.gpxSpeed} MB/s` }),
    },
    {
      ...{ name: 'memory of a process that reads 25 MB of GPX', unit: 'MB', ours: peak },
      ...(peak > GOALS.peak && { missed: `≤ ${GOALS.peak} MB` }),
    },
  ]
}

async function readFit(): Promise<Row[]> {
  const bytes = fitFile(syntheticRide(FIT_RECORDS))
  const { best, points } = await measureApart('ride.fit', bytes)
  const ours = points / (best / 1000)
  return [
    {
      ...{ name: 'reading and measuring FIT', unit: 'records/s', ours },
      ...(ours < GOALS.fitRecords && { missed: `≥ ${GOALS.fitRecords.toLocaleString('en')}` }),
    },
  ]
}

if (import.meta.main) process.stdout.write(JSON.stringify(await measure(process.argv[2] ?? '')))
