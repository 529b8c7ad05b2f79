import { readdirSync, readFileSync, statSync } from 'node:fs'

/** A measurement of a server. */
export interface Sample {
  /** Since the start of the traffic. */
  seconds: number
  residentMb: number
  /** The part that is not mapped from files, whose pages the system loads and evicts. */
  anonymousMb: number
  walMb: number
  descriptors: number
}

/** The results for the samples after the warm-up. */
export interface ReadingWarnings {
  /** Least-squares slope of resident memory. */
  mbPerHour: number
  mostWalMb: number
  /** Descriptors in the last third beyond those in the first, by their medians. */
  moreDescriptors: number
  /** A sentence for each limit that was exceeded. */
  problems: string[]
}

const WARM_UP = 1 / 5
const MAX_MB_PER_HOUR = 30
const MAX_WAL_MB = 64
/** The number of descriptors varies with requests; this many more in the median are a leak. */
const MAX_MORE_DESCRIPTORS = 4
const MB = 1024 * 1024

const memoryOf = (pid: number, name: string) => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024
}

/** Measures a process and the WAL of its database. */
export const takeSample = (pid: number, wal: string, seconds: number): Sample => ({
  seconds,
  residentMb: memoryOf(pid, 'VmRSS'),
  anonymousMb: memoryOf(pid, 'RssAnon'),
  walMb: (statSync(wal, { throwIfNoEntry: false })?.size ?? 0) / MB,
  descriptors: readdirSync(`/proc/${pid}/fd`).length,
})

/** Judges samples in chronological order. The first fifth is only used for the WAL. */
export function judgeSamples(samples: readonly Sample[]): ReadingWarnings {
  const end = samples.at(-1)?.seconds ?? 0
  const settled = samples.filter(({ seconds }) => seconds >= end * WARM_UP)
  const mbPerHour = slope(settled) * 3600
  const mostWalMb = Math.max(0, ...samples.map(({ walMb }) => walMb))
  const third = Math.ceil(settled.length / 3)
  const moreDescriptors =
    medianDescriptors(settled.slice(-third)) - medianDescriptors(settled.slice(0, third))
  const problems = [
    mbPerHour > MAX_MB_PER_HOUR && `memory grows by more than ${MAX_MB_PER_HOUR} MB an hour`,
    mostWalMb > MAX_WAL_MB && `the write-ahead log passes ${MAX_WAL_MB} MB`,
    moreDescriptors > MAX_MORE_DESCRIPTORS && 'descriptors are left open',
  ].filter((problem) => problem !== false)
  return { mbPerHour, mostWalMb, moreDescriptors, problems }
}

/** Least-squares slope of resident memory in MB per second; 0 for fewer than two samples. */
function slope(samples: readonly Sample[]): number {
  const meanTime = mean(samples.map(({ seconds }) => seconds))
  const meanMb = mean(samples.map(({ residentMb }) => residentMb))
  const [together, spread] = samples.reduce(
    ([products, squares], { seconds, residentMb }) => [
      products + (seconds - meanTime) * (residentMb - meanMb),
      squares + (seconds - meanTime) ** 2,
    ],
    [0, 0],
  )
  return spread === 0 ? 0 : together / spread
}

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length)

const medianDescriptors = (samples: readonly Sample[]) =>
  samples.map(({ descriptors }) => descriptors).toSorted((a, b) => a - b)[
    Math.floor(samples.length / 2)
  ] ?? 0
