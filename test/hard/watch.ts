import { join } from 'node:path'
import type { Victim } from './victim'

/** How the server did while it was attacked. */
export interface Seen {
  /** Milliseconds within which 99 of 100 pings of a second client were answered. */
  ping99: number
  /** Megabytes. */
  mostResident: number
}

const SAMPLE_EVERY = 100

/** Watches a server from now on; the result ends that. */
export function watch(victim: Victim): () => Promise<Seen> {
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
    const times: number[] = JSON.parse(await new Response(pinger.stdout).text())
    const sorted = times.toSorted((a, b) => a - b)
    return { ping99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN, mostResident }
  }
}
