/**
 * Measures durable writes per second, and pings during them, on a disk whose fsyncs take 20 ms (`bun
 * test/hard/powercut/slow-disk.ts [--binary dist/milepost] [--delay 20] [--seconds 5]`). strace delays the system
 * calls: a FUSE disk would also block writes to a file while it is fsynced, which no real disk does.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { inProject } from '@/build/project'
import { credentialsOf } from '../victim'
import { newScratch } from './disks'
import { Machine } from './machine'

const { values } = parseArgs({
  options: {
    binary: { type: 'string', default: inProject('dist', 'milepost') },
    delay: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '5' },
  },
})

const PING_PAUSE = 10
const CONNECTIONS = [1, 32]

/** strace with its delay in microseconds; other calls are not stopped. */
const wrapper = [
  ...['strace', '-f', '-qq', '--seccomp-bpf', '-o', '/dev/null', '-e', 'trace=fsync,fdatasync'],
  ...['-e', `inject=fsync,fdatasync:delay_enter=${Number(values.delay) * 1000}`],
]

interface Measured {
  writesPerSecond: number
  failed: number
  ping99: number
}

async function measure(machine: Machine, token: string, connections: number): Promise<Measured> {
  const until = performance.now() + Number(values.seconds) * 1000
  const isOver = () => performance.now() > until
  const pings: number[] = []
  let [written, failed] = [0, 0]
  const write = async () => {
    while (!isOver()) {
      const json = {
        ...{ sport_id: 1, distance: 10, duration: 3600, title: 'Slow' },
        workout_date: '2020-01-01 10:00',
      }
      const { status } = await machine.call('POST', '/api/workouts/no_gpx', { token, json })
      if (status === 201) written += 1
      else failed += 1
    }
  }
  const ping = async () => {
    while (!isOver()) {
      const started = performance.now()
      await machine.call('GET', '/api/ping')
      pings.push(performance.now() - started)
      await Bun.sleep(PING_PAUSE)
    }
  }
  await Promise.all([ping(), ...Array.from({ length: connections }, write)])
  pings.sort((one, other) => one - other)
  return {
    writesPerSecond: written / Number(values.seconds),
    failed,
    ping99: pings[Math.floor(pings.length * 0.99)] ?? 0,
  }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

if (!Bun.which('strace')) throw new Error('it takes strace')
const scratch = newScratch()
const machine = new Machine(resolve(values.binary), scratch, join(scratch, 'home'))
mkdirSync(machine.dataDir)
try {
  if (!(await machine.start(wrapper))) throw new Error(machine.log())
  const { email, password } = credentialsOf('ann')
  await machine.command('users', 'create', 'ann', '--email', email, '--password', password)
  const token = await machine.login('ann', password)
  if (token === undefined) throw new Error('no login')
  for (const connections of CONNECTIONS) {
    const { writesPerSecond, failed, ping99 } = await measure(machine, token, connections)
    console.log(
      `${connections} connections: ${writesPerSecond.toFixed(1)} writes/s, ping p99 ${ping99.toFixed(1)} ms, ${failed} failed`,
    )
  }
} finally {
  // strace detaches from the server when it ends, which is no longer needed.
  for (const pid of childrenOf(machine.pid)) process.kill(pid, 'SIGKILL')
  await machine.end('SIGTERM')
  rmSync(scratch, { recursive: true, force: true })
}
