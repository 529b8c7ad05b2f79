import type { WorkerMessage } from '@/services/workers/jobs'
import { Gate } from './gate'

declare const self: Worker

/** Commands that a test can send to a worker. */
export type WorkerCommand =
  | { do: 'answer'; value: unknown }
  | { do: 'fail' | 'throw' | 'throwLater' | 'exit' | 'loop' | 'hang' | 'who' }
  /** Waits for others, until a gate is opened or for some time, and then continues. */
  | { do: 'wait'; until: SharedArrayBuffer | number; after?: 'loop' }
  /** Is busy until a gate is opened. */
  | { do: 'work'; until: SharedArrayBuffer }

const tell = (message: WorkerMessage) => self.postMessage(message)
const answer = (value: unknown) => tell({ kind: 'done', value })
const name = crypto.randomUUID()

function spin(): void {
  while (performance.now() >= 0);
}

const DEEDS: {
  [Deed in WorkerCommand['do']]: (order: Extract<WorkerCommand, { do: Deed }>) => unknown
} = {
  answer: ({ value }) => answer(value),
  who: () => answer(name),
  fail: () => tell({ kind: 'failed', failure: 'no luck' }),
  throw: () => {
    throw new Error('a secret')
  },
  throwLater: () => {
    answer('done')
    setTimeout(() => {
      throw new Error('a secret')
    })
  },
  exit: () => process.exit(3),
  loop: () => spin(),
  hang: () => undefined,
  work: ({ until }) => {
    new Gate(until).block()
    answer('worked')
  },
  wait: async ({ until, after }) => {
    tell({ kind: 'waits' })
    await (typeof until === 'number' ? Bun.sleep(until) : new Gate(until).pass())
    tell({ kind: 'resumes' })
    if (after) spin()
    answer('waited')
  },
}

self.onmessage = ({ data }: MessageEvent<WorkerCommand>) => DEEDS[data.do](data as never)
