/**
 * Cuts the power of a server's disk repeatedly and checks that no acknowledged change is lost (`bun run test:powercut
 * [--cuts 400] [--faults 400] [--seed 1] [--only cuts,ext4,faults,commands] [--binary dist/milepost]`). Requires root,
 * FUSE and loop devices. Reports what cannot be tested.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { inProject } from '@/build/project'
import { attackCommands } from './commands'
import { cutAnywhere } from './cuts'
import { injectFaults } from './faults'
import { newOutcome, type Outcome } from './world'

const { values } = parseArgs({
  options: {
    cuts: { type: 'string', default: '400' },
    faults: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: 'cuts,ext4,faults,commands' },
    binary: { type: 'string', default: inProject('dist', 'milepost') },
  },
})

const NAMESPACE = 'MILEPOST_POWERCUT_NAMESPACE'

/** In a separate mount namespace, nothing stays mounted, however this process ends. */
async function enterNamespace(): Promise<number> {
  const { promise: signalled, resolve: stop } = Promise.withResolvers<void>()
  const command = ['unshare', '--mount', process.execPath, ...process.argv.slice(1)]
  const env = { ...process.env, [NAMESPACE]: 'entered' }
  const child = Bun.spawn(command, { env, stdio: ['ignore', 'inherit', 'inherit'] })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  void signalled.then(() => child.kill())
  return child.exited
}

interface Part {
  name: string
  run: (outcome: Outcome) => Promise<void>
}

const [program, seed] = [resolve(values.binary), Number(values.seed)]
const [cuts, faults] = [Number(values.cuts), Number(values.faults)]
const PARTS: readonly Part[] = [
  { name: 'cuts', run: (outcome) => cutAnywhere(program, { kind: 'strict', seed, cuts, outcome }) },
  {
    name: 'ext4',
    run: (outcome) =>
      cutAnywhere(program, { kind: 'ext4', seed, cuts: Math.ceil(cuts / 8), outcome }),
  },
  { name: 'faults', run: (outcome) => injectFaults(program, { seed, faults, outcome }) },
  {
    name: 'commands',
    run: (outcome) => attackCommands(program, { seed, runs: Math.ceil(cuts / 20), outcome }),
  },
]

/** Why this machine cannot run the tests, or undefined if it can. */
function obstacle(): string | undefined {
  if (process.platform !== 'linux') return 'it takes Linux'
  if (process.getuid?.() !== 0) return 'mounting takes root'
  const { success, stderr } = Bun.spawnSync(['unshare', '--mount', 'true'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return success ? undefined : `no mount namespace: ${stderr.toString().trim()}`
}

const MAX_SHOWN = 8

function summary(name: string, { cuts, faults, lost, damaged, failed }: Outcome): string {
  const problems = `${lost.length} lost, ${damaged.length} damaged, ${failed.length} failed`
  return `${name}: ${cuts} cuts, ${faults} faults, ${problems}`
}

function report(name: string, outcome: Outcome, seconds: number): number {
  const { acknowledged, refused, lost, damaged, failed } = outcome
  const answers = `${acknowledged} acknowledged, ${refused} refused`
  console.log(`${summary(name, outcome)}, ${answers}; ${seconds.toFixed(0)} s, seed ${seed}`)
  const problems = [...lost, ...damaged, ...failed]
  for (const list of [lost, damaged, failed])
    for (const line of list.slice(0, MAX_SHOWN)) console.log(`    PROBLEM: ${line}`)
  return problems.length
}

async function runParts(): Promise<number> {
  // An error while the disk is served would block every process that uses it.
  process.once('uncaughtException', (error) => {
    console.error(error)
    process.exit(2)
  })
  let problems = 0
  for (const { name, run } of PARTS.filter((part) => values.only.split(',').includes(part.name))) {
    const outcome = newOutcome()
    const started = performance.now()
    const progress = setInterval(() => console.log(`… ${summary(name, outcome)}`), 20_000)
    await run(outcome).catch((error) => {
      if (String(error).includes('mount')) console.log(`SKIPPED: ${name}: ${error}`)
      else outcome.failed.push(`the test itself: ${error?.stack}`)
    })
    clearInterval(progress)
    problems += report(name, outcome, (performance.now() - started) / 1000)
  }
  return problems > 0 ? 1 : 0
}

const reason = obstacle()
if (reason !== undefined) console.log(`SKIPPED: power cuts: ${reason}`)
else process.exit(await (process.env[NAMESPACE] ? runParts() : enterNamespace()))
