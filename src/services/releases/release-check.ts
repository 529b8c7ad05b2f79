import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileDurably } from '@/lib/files/fsync'
import { type Fetch, fetchJson } from '@/lib/network/outgoing'
import type { Clock } from '@/lib/time/clock'

/** The newest release that the release server knows. */
export interface LatestRelease {
  version: string
  /** When the release server was asked, in milliseconds since the Unix epoch. */
  checkedAt: number
}

/** Asks a release server for the newest release. */
export interface ReleaseCheck {
  /** Asks the release server. @throws OutgoingError when it does not respond with a version. */
  run: () => Promise<void>
  /** Returns its last response; undefined if there is none. */
  find: () => LatestRelease | undefined
}

interface Deps {
  /** URL that responds with JSON that has a `tag_name`, as GitHub's does, or a `version`. */
  url: string
  dataDir: string
  userAgent: string
  clock: Clock
  fetch: Fetch
}

/** File in the data folder with the last response, which therefore survives a restart. */
const FILE = 'latest-release.json'
const TIMEOUT = 10_000
const VERSION = /^v?(\d+\.\d+\.\d+[\w.+-]{0,40})$/

/** Creates the check for new releases. It sends nothing but the request for the URL. */
export function openReleaseCheck({ url, dataDir, userAgent, clock, fetch }: Deps): ReleaseCheck {
  const path = join(dataDir, FILE)
  return {
    run: async () => {
      const headers = { 'user-agent': userAgent, accept: 'application/json' }
      const version = versionIn(await fetchJson(url, { fetch, timeout: TIMEOUT, headers }))
      if (version === undefined) throw new Error('the response of UPDATE_CHECK has no version')
      const latest: LatestRelease = { version, checkedAt: clock.now() }
      writeFileDurably(path, `${JSON.stringify(latest)}\n`)
    },
    find: () => readLatest(path),
  }
}

function versionIn(response: unknown): string | undefined {
  if (typeof response !== 'object' || response === null) return undefined
  const value = Reflect.get(response, 'tag_name') ?? Reflect.get(response, 'version')
  return typeof value === 'string' ? VERSION.exec(value)?.[1] : undefined
}

/** Returns undefined if the file is missing or damaged. */
function readLatest(path: string): LatestRelease | undefined {
  try {
    const stored: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof stored !== 'object' || stored === null) return undefined
    const [version, checkedAt] = [Reflect.get(stored, 'version'), Reflect.get(stored, 'checkedAt')]
    const isValid = typeof version === 'string' && typeof checkedAt === 'number'
    return isValid ? { version, checkedAt } : undefined
  } catch {
    return undefined
  }
}
