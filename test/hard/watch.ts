import { join } from 'node:path'
import type { Victim } from './victim'
import { within } from './within'

/** The measurements of a server under attack. */
export interface ServerMeasurements {
  /** The 99th percentile of pings of a second client, in milliseconds. */
  ping99: number
  /** Megabytes. */
  mostResident: number
}

const SAMPLE_EVERY = 100
/** Milliseconds until the second client has exited: its last ping has time to fail. */
const PINGER_ENDS_WITHIN = 90_000

/** Watches a server. The returned function stops and returns the result. */
export function watch(victim: Victim): () => Promise<ServerMeasurements> {
  const pinger = Bun.spawn([process.execPath, join(import.meta.dir, 'pinger.ts'), victim.url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let mostResident = victim.residentMb()
  const sampling = setInterval(() => {
    mostResident = Math.max(mostResident, victim.residentMb())
  }, SAMPLE_EVERY)
  return async () => {
    clearInterval(sampling)
    pinger.stdin.end()
    const output = new Response(pinger.stdout).text()
    const times: number[] = JSON.parse(
      await within('the end of the pings', PINGER_ENDS_WITHIN, output),
    )
    const sorted = times.toSorted((a, b) => a - b)
    return { ping99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN, mostResident }
  }
}
