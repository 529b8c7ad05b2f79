import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CeilingRead, CeilingStatic } from '../ceiling'
import { MEASURED, measuredWorkout } from '../library'
import { COUNT } from '../load'
import { getRequest, postRequest } from '../loader'
import { measureInTurn, type Side } from '../measure'
import { ACCEPTED, LINES, READS } from '../reads'
import { type BenchServer, benchServer, logIn, PASSWORD } from '../server'
import type { BenchContext, Part } from '../stage'
import { startCeiling } from '../start-ceiling'
import type { Row, Times } from '../table'

const LOGIN = { email: MEASURED.email, password: PASSWORD }
/** A response that takes longer than this many times the median is too slow. */
const SLOWEST = 10
/** The fraction of the bare handler to reach, by kind. */
const GOALS = { json: 0.5, line: 0.6, none: 0 }
/** Milliseconds for which the engine compiles the measured code. */
const WARM_UP = 700

/** A pair of requests to compare. */
interface Pair {
  name: string
  goal: keyof typeof GOALS
  /** Uses a different URL each time, so that no response is cached. */
  ours: Side
  bare: Side
  /** Uses the same URL each time. */
  again?: Side
}

/** The reads of the API and the login, each compared with a bare handler that reads and sends as much. */
export const reads: Part = {
  name: 'reads',
  run: async (stage) => {
    const server = await serveLibrary(stage, await stage.library())
    const pairs = await preparePairs(stage, server)
    try {
      const rows: Row[] = []
      for (const pair of pairs.list) rows.push(await comparePair(stage, pair))
      return rows
    } finally {
      await pairs.stop()
      await server.end('SIGTERM')
      server.remove()
    }
  },
}

/** Starts the executable on a copy of a database. */
export async function serveLibrary(
  { program }: BenchContext,
  library: string,
): Promise<BenchServer> {
  const server = benchServer(program)
  mkdirSync(server.dataDir, { recursive: true })
  copyFileSync(library, join(server.dataDir, 'milepost.db'))
  await server.start()
  return server
}

async function preparePairs(stage: BenchContext, server: BenchServer) {
  const token = await logIn(server.url, MEASURED.email)
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${token}`
    const answer = await fetch(server.url + path, {
      headers: { authorization, ...headers },
      decompress: false,
    })
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const plans: CeilingRead[] = []
  for (const { name, path, sql, rows } of READS(measuredWorkout())) {
    const answer = await (await get(path)).json()
    plans.push({ name: encodeURIComponent(name), sql, rows: rows(answer), answer })
  }
  const statics: CeilingStatic[] = []
  for (const { name, path } of LINES(measuredWorkout())) {
    const answer = await get(path, { 'accept-encoding': ACCEPTED })
    const file = join(stage.folder, `static-${statics.length}`)
    writeFileSync(file, await answer.bytes())
    const encoding = answer.headers.get('content-encoding')
    const headers = { 'content-type': 'application/json' }
    statics.push({
      ...{ name: encodeURIComponent(name), file },
      headers: encoding ? { ...headers, 'content-encoding': encoding } : headers,
    })
  }
  const plan = { database: await stage.library(), reads: plans, statics }
  const ceiling = await startCeiling(stage.ceiling, stage.folder, plan)
  const ours = (path: string, more: Record<string, string> = {}): Side => ({
    server,
    request: getRequest(path, { authorization: `Bearer ${token}`, ...more }),
  })
  const bare = (path: string): Side => ({
    server: ceiling,
    request: getRequest(path, { authorization: `Bearer ${ceiling.token}` }),
  })
  const list: Pair[] = [
    {
      ...{ name: 'ping', goal: 'none' },
      ours: { server, request: getRequest('/api/ping') },
      bare: { server: ceiling, request: getRequest('/ping') },
    },
    ...READS(measuredWorkout()).map(({ name, path }) => ({
      ...{ name, goal: 'json' as const },
      ...{
        ours: ours(withUniqueQuery(path)),
        bare: bare(withUniqueQuery(`/read/${encodeURIComponent(name)}`)),
      },
      again: ours(path),
    })),
    ...LINES(measuredWorkout()).map(({ name, path }) => ({
      ...{ name: `${name}, compressed`, goal: 'line' as const },
      ours: ours(withUniqueQuery(path), { 'accept-encoding': ACCEPTED }),
      bare: bare(withUniqueQuery(`/static/${encodeURIComponent(name)}`)),
      again: ours(path, { 'accept-encoding': ACCEPTED }),
    })),
    {
      ...{ name: 'login', goal: 'none' },
      ours: { server, request: postRequest('/api/auth/login', LOGIN) },
      bare: { server: ceiling, request: postRequest('/login', LOGIN) },
    },
  ]
  return { list, stop: ceiling.stop }
}

/** The URL with a parameter that no route reads and that differs each time. */
export const withUniqueQuery = (path: string) =>
  `${path}${path.includes('?') ? '&' : '?'}_=${COUNT}`

async function comparePair({ loader, effort, say }: BenchContext, pair: Pair): Promise<Row> {
  say(pair.name)
  const sides = [pair.ours, pair.bare]
  const warmUp = { connections: 4, rounds: 1, milliseconds: WARM_UP }
  await measureInTurn(loader, sides, warmUp)
  const atFew = [...sides, ...(pair.again ? [pair.again] : [])]
  const [few, fewBare, again] = await measureInTurn(loader, atFew, { ...effort, connections: 4 })
  const [many, manyBare] = await measureInTurn(loader, sides, { ...effort, connections: 32 })
  if (!few || !fewBare || !many || !manyBare) throw new Error('not measured')
  return {
    ...{ name: pair.name, unit: '/s', ours: few.perSecond, bare: fewBare.perSecond },
    ...{ at4: few, at32: many, bytes: few.bytes },
    ...(again && { again: again.perSecond }),
    processorUs: [few.processorUs, fewBare.processorUs],
    ...missedBy(pair.goal, few.perSecond / fewBare.perSecond, many),
  }
}

function missedBy(goal: Pair['goal'], share: number, { p50, p99 }: Times): Pick<Row, 'missed'> {
  if (share < GOALS[goal]) return { missed: `≥ ${GOALS[goal]} of bare` }
  return p99 > SLOWEST * p50 ? { missed: `p99 ≤ ${SLOWEST} × p50` } : {}
}
