import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { MEASURED, makeLibrary, measuredWorkout } from '../library'
import { getRequest } from '../loader'
import { measureInTurn } from '../measure'
import { READS } from '../reads'
import { type BenchServer, logIn } from '../server'
import type { BenchContext, Part } from '../stage'
import type { Row } from '../table'
import { serveLibrary, withUniqueQuery } from './reads'

const SIZES = [1000, 10_000, 100_000, 1_000_000]
const QUICK_SIZES = [1000, 100_000]
/** Reads that must not become slower with more workouts, and the tolerated factor. */
const STEADY = ['list, 20 per page', 'detail', 'timeline', 'own profile']
const MAX_GROWTH = 1.5

interface Home {
  size: number
  server: BenchServer
  token: string
}

/** The reads with 1,000 to 1,000,000 workouts of one user, each compared with the smallest. */
export const sizes: Part = {
  name: 'sizes',
  isExtra: true,
  run: async (stage) => {
    const homes: Home[] = []
    try {
      for (const size of stage.isQuick ? QUICK_SIZES : SIZES) homes.push(await home(stage, size))
      const rows: Row[] = []
      for (const read of READS(measuredWorkout())) rows.push(...(await compare(stage, homes, read)))
      return rows
    } finally {
      for (const { server } of homes) {
        await server.end('SIGTERM')
        server.remove()
      }
    }
  },
}

async function home(stage: BenchContext, size: number): Promise<Home> {
  stage.say(`making ${size} workouts`)
  const file = join(stage.folder, `library-${size}.db`)
  await makeLibrary(file, { own: size, all: size + 1000, users: 5 })
  const server = await serveLibrary(stage, file)
  rmSync(file)
  return { size, server, token: await logIn(server.url, MEASURED.email) }
}

/** Uses CPU time rather than responses per second, because it does not depend on other work on the machine. */
async function compare(
  { loader, effort, say }: BenchContext,
  homes: readonly Home[],
  { name, path }: { name: string; path: string },
): Promise<Row[]> {
  say(name)
  const sides = homes.map(({ server, token }) => ({
    server,
    request: getRequest(withUniqueQuery(path), { authorization: `Bearer ${token}` }),
  }))
  await measureInTurn(loader, sides, { connections: 4, rounds: 1, milliseconds: 700 })
  const measured = await measureInTurn(loader, sides, { ...effort, connections: 4 })
  const [smallest] = measured
  return measured.slice(1).map((found, index) => {
    const growth = found.processorUs / (smallest?.processorUs ?? Number.NaN)
    return {
      name: `${name}, ${homes[index + 1]?.size.toLocaleString('en')} workouts (bare: 1,000), time of the processor`,
      ...{ unit: 'µs', ours: found.processorUs, at4: found },
      ...(smallest && { bare: smallest.processorUs }),
      isMinor: !STEADY.includes(name) || index < measured.length - 2,
      ...(STEADY.includes(name) && growth > MAX_GROWTH && { missed: `≤ ${MAX_GROWTH} × 1,000` }),
    }
  })
}
