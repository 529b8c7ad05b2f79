import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const SCHEDULED = '/proc/self/sched'
/** Of a kernel that gives each thread its own slice, and tells it. */
const hasSlices = existsSync(SCHEDULED) && (await Bun.file(SCHEDULED).text()).includes('se.slice')

const SCRIPT = `
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { getPriority } from 'node:os'
import { isMainThread, Worker } from 'node:worker_threads'
import { letCompilersWait, letOthersGoFirst, runAtOnce } from '@/lib/thread-priority'

function told(name, thread = readlinkSync('/proc/thread-self')) {
  const slice = /se\\.slice\\s*:\\s*(\\d+)/.exec(readFileSync('/proc/' + thread + '/sched', 'utf8'))?.[1]
  const nice = getPriority(Number(thread.split('/').at(-1)))
  console.log(JSON.stringify({ name, slice: Number(slice), nice }))
}

if (isMainThread) {
  told('fresh')
  await runAtOnce()
  told('first')
  new Worker(new URL(import.meta.url))
} else {
  told('later')
  await letOthersGoFirst()
  told('behind')
  const look = await letCompilersWait()
  const compilers = () =>
    readdirSync('/proc/self/task')
      .map((id) => process.pid + '/task/' + id)
      .filter((thread) => readFileSync('/proc/' + thread + '/comm', 'utf8').startsWith('JIT'))
  const hot = []
  // What runs often is compiled.
  for (let made = 0; compilers().length === 0; made++) {
    hot.push(new Function('x', 'for (let i = 0; i < 1e5; i++) x += i % ' + (made + 2) + '; return x'))
    for (const run of hot) run(made)
  }
  const there = compilers()
  look()
  for (const thread of there) told('compiler', thread)
}
`

/** What the main thread and one that it starts tell of themselves, step by step. */
async function scheduling() {
  const root = join(import.meta.dir, '../../..')
  const script = join(root, `test/unit/lib/told-${process.pid}.ts`)
  await Bun.write(script, SCRIPT)
  try {
    const { stdout } = Bun.spawnSync([process.execPath, script], { cwd: root })
    const lines = stdout.toString().trim().split('\n')
    return lines.map((line) => JSON.parse(line) as { name: string; slice: number; nice: number })
  } finally {
    await Bun.file(script).delete()
  }
}

describe('a thread', () => {
  test.skipIf(!hasSlices)(
    'that is to run at once has the shortest slice, those that it starts have not, and one that lets others go first is nice and has large slices, like those that compile',
    async () => {
      const [fresh, first, later, behind, ...compilers] = await scheduling()
      expect(first).toEqual({ name: 'first', slice: 100_000, nice: fresh?.nice ?? Number.NaN })
      expect(later).toEqual({ name: 'later', slice: fresh?.slice ?? 0, nice: fresh?.nice ?? 0 })
      expect(fresh?.slice).toBeGreaterThan(100_000)
      expect(behind).toEqual({ name: 'behind', slice: 4_000_000, nice: 10 })
      expect(compilers).not.toEqual([])
      for (const compiler of compilers)
        expect(compiler).toEqual({ name: 'compiler', slice: 4_000_000, nice: 10 })
    },
  )
})
