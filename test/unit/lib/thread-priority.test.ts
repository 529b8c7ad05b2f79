import { expect, test } from 'bun:test'
import { join } from 'node:path'

const SCRIPT = `
import { readlinkSync } from 'node:fs'
import { getPriority } from 'node:os'
import { isMainThread, Worker } from 'node:worker_threads'
import { lowerThreadPriority } from '@/lib/process/thread-priority'

const print = (name) => {
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  console.log(JSON.stringify({ name, nice: getPriority(thread) }))
}

if (isMainThread) new Worker(new URL(import.meta.url)).on('exit', () => print('main'))
else {
  print('new')
  lowerThreadPriority()
  print('lowered')
}
`

test.skipIf(process.platform !== 'linux')(
  'only the priority of the calling thread is lowered',
  async () => {
    const root = join(import.meta.dir, '../../..')
    const script = join(root, `test/unit/lib/priority-${process.pid}.ts`)
    await Bun.write(script, SCRIPT)
    try {
      const { stdout } = Bun.spawnSync([process.execPath, script], { cwd: root })
      const lines = stdout
        .toString()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      const nice = lines[0].nice
      expect(lines).toEqual([
        { name: 'new', nice },
        { name: 'lowered', nice: 10 },
        { name: 'main', nice },
      ])
    } finally {
      await Bun.file(script).delete()
    }
  },
)
