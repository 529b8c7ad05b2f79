import { readdirSync, readFileSync, statSync } from 'node:fs'

/** What a server held at a moment. */
export interface Sample {
  /** Since the traffic began. */
  seconds: number
  residentMb: number
  /** Of it, what is no page of a file: the executable's own come and go as the system likes. */
  anonymousMb: number
  walMb: number
  descriptors: number
}

/** What the samples after the warm-up say. */
export interface Findings {
  /** Least-squares slope of resident memory. */
  mbPerHour: number
  mostWalMb: number
  /** Descriptors in the last third beyond those in the first, by their medians. */
  moreDescriptors: number
  /** One sentence for each limit that was passed. */
  problems: string[]
}

const WARM_UP = 1 / 5
const MOST_MB_PER_HOUR = 30
const MOST_WAL_MB = 64
/** Descriptors come and go with requests; so many more in the middle of the samples are a leak. */
const MOST_MORE_DESCRIPTORS = 4
const MB = 1024 * 1024

const memoryOf = (pid: number, name: string) => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024
}

/** Looks at a process and at the write-ahead log of its database. */
export const takeSample = (pid: number, wal: string, seconds: number): Sample => ({
  seconds,
  residentMb: memoryOf(pid, 'VmRSS'),
  anonymousMb: memoryOf(pid, 'RssAnon'),
  walMb: (statSync(wal, { throwIfNoEntry: false })?.size ?? 0) / MB,
  descriptors: readdirSync(`/proc/${pid}/fd`).length,
})

/** Judges samples in order of time; those of the first fifth of the time count for the log alone. */
export function judge(samples: readonly Sample[]): Findings {
  const end = samples.at(-1)?.seconds ?? 0
  const settled = samples.filter(({ seconds }) => seconds >= end * WARM_UP)
  const mbPerHour = slope(settled) * 3600
  const mostWalMb = Math.max(0, ...samples.map(({ walMb }) => walMb))
  const third = Math.ceil(settled.length / 3)
  const moreDescriptors =
    medianDescriptors(settled.slice(-third)) - medianDescriptors(settled.slice(0, third))
  const problems = [
    mbPerHour > MOST_MB_PER_HOUR && `memory grows by more than ${MOST_MB_PER_HOUR} MB an hour`,
    mostWalMb > MOST_WAL_MB && `the write-ahead log passes ${MOST_WAL_MB} MB`,
    moreDescriptors > MOST_MORE_DESCRIPTORS && 'descriptors are left open',
  ].filter((problem) => problem !== false)
  return { mbPerHour, mostWalMb, moreDescriptors, problems }
}

/** Least-squares slope of resident memory in MB a second; 0 for fewer than two moments. */
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
