/**
 * Attacks the executable in every known way and reports the results (`bun run test:hard [--long] [--seed 1] [--only
 * 'slow clients'] [--binary dist/milepost]`). The usual run takes two minutes.
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { randomNumbers } from '../support/tracks/mutations'
import { type Attack, type AttackContext, timeLimit } from './attack'
import { apiDocument } from './attacks/api-document'
import { bombs, longRecording } from './attacks/bombs'
import { smallContainer } from './attacks/container'
import { faults } from './attacks/faults'
import { foreignObjects } from './attacks/foreign-objects'
import { hiddenPlaces } from './attacks/hidden-places'
import { killing } from './attacks/kill-at-any-moment'
import { largeBodies } from './attacks/large-bodies'
import { malformed } from './attacks/malformed'
import { manyAtOnce } from './attacks/many-at-once'
import { mutations } from './attacks/mutations'
import { poisonRecordings } from './attacks/poison-recordings'
import { poisonTasks } from './attacks/poison-tasks'
import { powerCuts } from './attacks/power-cuts'
import { services } from './attacks/services'
import { slowClients } from './attacks/slow-clients'
import { slowUploads } from './attacks/slow-uploads'
import { newVictim } from './victim'
import { type ServerMeasurements, watch } from './watch'
import { within } from './within'

/**
 * Two lists that run in parallel, as each attack has a separate server. Those of the second wait a lot, for services,
 * delays and processes that start; the heaviest of the first run at the same time as the longest waits.
 */
const ATTACKS: readonly (readonly Attack[])[] = [
  [
    ...[largeBodies, malformed, foreignObjects, manyAtOnce, bombs, longRecording, poisonRecordings],
    ...[smallContainer, apiDocument],
  ],
  [
    ...[services, slowClients, slowUploads, hiddenPlaces, poisonTasks, killing, faults, powerCuts],
    mutations,
  ],
]

const PROJECT = join(import.meta.dir, '..', '..')
/** The limit of the server's memory in megabytes under attack. */
const MAX_RESIDENT = 400
/** The limit for the 99th percentile of pings of a second client, in milliseconds. */
const SLOWEST_PING = 250
/** On a busy machine the limit is relative to the response time of a server that is not under attack. */
const SLOWDOWN = 10
const SHOWN_PROBLEMS = 10

interface Row {
  name: string
  tried: number
  problems: string[]
  /** The problems of the first attempt, when the attack passed once it was repeated. */
  passedProblems: readonly string[]
  skipped: string[]
  seen: ServerMeasurements | undefined
  seconds: number
}

const { values } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    binary: { type: 'string' },
  },
})

function program(): string {
  if (values.binary) return resolve(values.binary)
  const built = Bun.spawnSync([process.execPath, 'src/build/build.ts', '--if-stale'], {
    cwd: PROJECT,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (!built.success) throw new Error('the build failed')
  return join(PROJECT, 'dist', 'milepost')
}

/** The measurements of a server that is not under attack. */
async function atRest(binary: string): Promise<ServerMeasurements> {
  const victim = newVictim(binary)
  await victim.start()
  const end = watch(victim)
  await Bun.sleep(2000)
  const seen = await end()
  await victim.end('SIGTERM')
  victim.remove()
  return seen
}

async function attack(binary: string, { name, run, isAlone, services }: Attack): Promise<Row> {
  const others = await services?.()
  const victim = newVictim(binary, { ...(others && { env: others.env }) })
  const problems: string[] = []
  const skipped: string[] = []
  const watched: ServerMeasurements[] = []
  let tried = 0
  const stage: AttackContext = {
    ...{ victim, isLong: values.long, random: randomNumbers(Number(values.seed)) },
    tried: (problem) => {
      tried += 1
      if (problem) problems.push(problem)
    },
    triedMany: (count) => {
      tried += count
    },
    saw: (one) => {
      watched.push(one)
    },
    skip: (reason) => {
      console.log(`    SKIPPED: ${reason}`)
      skipped.push(reason)
    },
  }
  const started = performance.now()
  if (!isAlone) await victim.start()
  const endWatch = isAlone ? undefined : watch(victim)
  const fail = (error: unknown) => {
    problems.push(`the attack itself failed: ${error}`)
  }
  await within('the attack', timeLimit(stage), run(stage)).catch(fail)
  const seenInTheEnd = await endWatch?.().catch(fail)
  if (seenInTheEnd) watched.push(seenInTheEnd)
  const code = isAlone ? 0 : await victim.end('SIGTERM').catch(fail)
  if (code !== 0) problems.push(`the server ended with ${code}`)
  const faults = isAlone ? [] : (victim.log().match(/.* error .*(?:\n\s.*)?/g) ?? [])
  for (const line of faults) problems.push(`in the log: ${line.slice(0, 400)}`)
  victim.remove()
  await others?.end()
  const seen = worstOf(watched)
  const seconds = (performance.now() - started) / 1000
  return { name, tried, problems, passedProblems: [], skipped, seen, seconds }
}

/** The slowest pings and the most memory, or undefined when nothing was watched. */
const worstOf = ([first, ...others]: readonly ServerMeasurements[]):
  | ServerMeasurements
  | undefined =>
  others.reduce(
    (worst, { ping99, mostResident }) => ({
      ping99: Math.max(worst?.ping99 ?? 0, ping99),
      mostResident: Math.max(worst?.mostResident ?? 0, mostResident),
    }),
    first,
  )

/** Judges the measurements of the server, in addition to the outcomes. */
function judge({ seen, problems }: Row, rest: ServerMeasurements, most = MAX_RESIDENT): void {
  if (!seen) return
  const slowest = Math.max(SLOWEST_PING, SLOWDOWN * rest.ping99)
  if (seen.mostResident > most) problems.push(`took ${seen.mostResident.toFixed(0)} MB`)
  if (seen.ping99 > slowest) problems.push(`a ping took ${seen.ping99.toFixed(0)} ms`)
}

function print(row: Row): void {
  const { name, tried, problems, seen, seconds } = row
  const cells = [
    name.padEnd(34),
    String(tried).padStart(9),
    String(problems.length).padStart(9),
    (seen ? seen.ping99.toFixed(0) : '–').padStart(12),
    (seen ? seen.mostResident.toFixed(0) : '–').padStart(8),
    seconds.toFixed(0).padStart(7),
  ]
  console.log(cells.join(''))
  for (const reason of row.skipped) console.log(`    SKIPPED: ${reason}`)
  // They are printed here again, because the beginning of a long log may be cut off.
  for (const problem of problems.slice(0, SHOWN_PROBLEMS)) console.log(`    FAILED: ${problem}`)
  for (const problem of row.passedProblems.slice(0, SHOWN_PROBLEMS))
    console.log(`    UNSTABLE: ${problem}`)
}

const binary = program()
const rest = await atRest(binary)
const attackOnce = async (one: Attack): Promise<Row> => {
  // An incomplete log shows what was running.
  console.log(`> ${one.name}`)
  const row = await attack(binary, one)
  judge(row, rest, one.mostResident)
  console.log(`… ${one.name}`)
  for (const problem of row.problems.slice(0, SHOWN_PROBLEMS)) console.log(`    ${problem}`)
  return row
}
const attackAll = async (attacks: readonly Attack[]): Promise<Row[]> => {
  const rows: Row[] = []
  for (const one of attacks) rows.push(await attackOnce(one))
  return rows
}
/**
 * Repeats a failed attack while nothing else runs, so that a busy machine fails no run. The result lists the problems of
 * the first attempt as unstable. Losing data once in a thousand attempts is a failure, so such attacks are not repeated.
 */
const repeatIfFailed = async (row: Row, one: Attack): Promise<Row> => {
  if (row.problems.length === 0 || one.isAboutDurability) return row
  console.log(`repeating: ${one.name}`)
  const again = await attackOnce(one)
  return again.problems.length > 0 ? again : { ...again, passedProblems: row.problems }
}
const isAsked = ({ name }: Attack) => !values.only || name.includes(values.only)
const lists = ATTACKS.map((attacks) => attacks.filter(isAsked))
const attempts = (await Promise.all(lists.map(attackAll))).flat()
const rows: Row[] = []
for (const [index, one] of lists.flat().entries()) {
  const row = attempts[index]
  if (row) rows.push(await repeatIfFailed(row, one))
}

const version = Bun.spawnSync([binary, '--version']).stdout.toString().trim()
console.log(`\n${new Date().toISOString().slice(0, 10)}, milepost ${version}, seed ${values.seed}`)
console.log(`at rest: ping ${rest.ping99.toFixed(0)} ms, ${rest.mostResident.toFixed(0)} MB\n`)
console.log(`${'what'.padEnd(34)}    tried failures  ping p99 ms  most MB      s`)
rows.forEach(print)
const failures = rows.reduce((sum, { problems }) => sum + problems.length, 0)
console.log(`\n${rows.reduce((sum, { tried }) => sum + tried, 0)} tried, ${failures} failures`)
process.exit(failures > 0 ? 1 : 0)
