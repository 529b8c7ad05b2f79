/**
 * Mixed traffic on the executable for a long time: memory must stay flat, the WAL bounded, and no descriptors leak
 * (`bun run test:soak [--minutes 30]`). Prints a sample every ten seconds and the conclusion.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installBinary } from '../support/binary'
import { judgeSamples, type ReadingWarnings, type Sample, takeSample } from './soak-samples'
import { createAndDeleteAccount, performRandomStep, prepare, type Scene } from './soak-traffic'

const SAMPLE_EVERY = 10_000
/** Simultaneous clients, each with a short pause between its requests. */
const CLIENTS = 4
const REST = 30
const NEWCOMER_EVERY = 30_000
const SHOWN_PROBLEMS = 10

const ENVIRONMENT = {
  AUTH_RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
  TILE_SERVER_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png',
}

async function everyday(scene: Scene, end: number): Promise<void> {
  while (performance.now() < end) {
    await performRandomStep(scene)
    await Bun.sleep(REST)
  }
}

async function newcomers(scene: Scene, end: number): Promise<void> {
  for (let number = 1; performance.now() + NEWCOMER_EVERY < end; number += 1) {
    await createAndDeleteAccount(scene, `newcomer${number}`)
    await Bun.sleep(NEWCOMER_EVERY)
  }
}

async function sampling({ server, binary }: Scene, end: number): Promise<Sample[]> {
  const start = performance.now()
  const samples: Sample[] = []
  const wal = join(binary.dataDir, 'milepost.db-wal')
  console.log('  seconds   RSS MB  anon MB   WAL MB   descriptors')
  for (let due = start; due <= end; due += SAMPLE_EVERY) {
    await Bun.sleep(Math.max(0, due - performance.now()))
    const sample = takeSample(server.pid, wal, (due - start) / 1000)
    samples.push(sample)
    console.log(rowOf(sample))
  }
  return samples
}

const rowOf = ({ seconds, residentMb, anonymousMb, walMb, descriptors }: Sample): string =>
  [
    seconds.toFixed(0),
    residentMb.toFixed(1),
    anonymousMb.toFixed(1),
    walMb.toFixed(2),
    `${descriptors}`,
  ]
    .map((text, column) => text.padStart(column === 4 ? 14 : 9))
    .join('')

function report({ counts, problems }: Scene, found: ReadingWarnings): void {
  console.log([...counts].map(([name, count]) => `${name} ${count}`).join(', '))
  console.log(
    `RSS ${found.mbPerHour.toFixed(1)} MB an hour, WAL at most ${found.mostWalMb.toFixed(2)} MB, ` +
      `descriptors ${found.moreDescriptors >= 0 ? '+' : ''}${found.moreDescriptors}, ` +
      `unexpected answers ${problems.length}`,
  )
  const wrong = [...found.problems, ...problems.slice(0, SHOWN_PROBLEMS)]
  for (const line of wrong) console.log(`WRONG: ${line}`)
  console.log(wrong.length === 0 ? 'nothing grows' : 'FAILED')
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
  const minutes = Number(values.minutes)
  if (!(minutes > 0)) throw new Error('--minutes wants a number above 0')
  const binary = installBinary()
  try {
    const server = await binary.serve([], ENVIRONMENT)
    try {
      const scene = await prepare(binary, server)
      const end = performance.now() + minutes * 60_000
      const clients = Array.from({ length: CLIENTS }, () => everyday(scene, end))
      const [samples] = await Promise.all([
        ...[sampling(scene, end), newcomers(scene, end)],
        ...clients,
      ])
      const found = judgeSamples(samples ?? [])
      report(scene, found)
      return found.problems.length + scene.problems.length === 0 ? 0 : 1
    } finally {
      await server.stop()
    }
  } finally {
    binary.remove()
  }
}

if (import.meta.main) process.exit(await main())
